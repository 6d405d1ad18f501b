/** Where do two servers differ? The same questions to both, each reply as text. */

import type { Outcome } from './dns-client.js';
import type { DnsQuestion } from './dns-message.js';

/** A question that two servers answered differently. */
export interface Difference {
  readonly question: DnsQuestion;
  readonly expected: Outcome;
  readonly actual: Outcome;
}

/** Every question whose outcomes differ: response code, AA, or any record of any section. No answer equals nothing. */
export function differences(
  questions: readonly DnsQuestion[],
  expected: readonly Outcome[],
  actual: readonly Outcome[],
): Difference[] {
  return questions.flatMap((question, index) => {
    const [left, right] = [expected[index], actual[index]];
    if (left && right && formatReply(left) === formatReply(right)) return [];
    return [{ question, expected: left, actual: right }];
  });
}

/** A reply as lines: header, then `>` answer, `=` authority, `+` additional. */
export function formatReply(reply: Outcome): string {
  if (!reply) return 'no answer';
  return [
    `${reply.rcode}${reply.aa ? ' aa' : ''}`,
    ...reply.answer.map((record) => `> ${record}`),
    ...reply.authority.map((record) => `= ${record}`),
    ...reply.additional.map((record) => `+ ${record}`),
  ].join('\n  ');
}

/** A difference to read. */
export function formatDifference({ question, expected, actual }: Difference): string {
  const title = `${question.qname} ${question.qtype}`;
  return `${title}\n bind: ${formatReply(expected)}\n pipe: ${formatReply(actual)}`;
}
