/** Where do two servers differ? The same questions to both, each reply as text. */

import type { Outcome } from './dns-client.js';
import type { DnsQuestion } from './dns-message.js';

/** A question that two servers answered differently. */
export interface Difference {
  readonly question: DnsQuestion;
  readonly expected: Outcome;
  readonly actual: Outcome;
}

/** How often the reference is asked again where it may answer in several ways. */
const rounds = 40;

/**
 * The questions whose outcomes differ: response code, AA, or any record of any section. No answer differs from all.
 *
 * PowerDNS shuffles records, and name compression then takes the letters' case from whichever name comes first: the
 * reference differs from itself. So it is asked again, and a reply is right once the reference has given it too.
 */
export async function findDifferences(
  questions: readonly DnsQuestion[],
  expected: readonly Outcome[],
  actual: readonly Outcome[],
  askReference: (questions: readonly DnsQuestion[]) => Promise<Outcome[]>,
): Promise<Difference[]> {
  let differences = questions
    .map((question, index) => ({ question, expected: expected[index], actual: actual[index] }))
    .filter((difference) => !difference.actual || !isEqual(difference.expected, difference.actual));
  for (let round = 0; round < rounds && differences.length > 0; round++) {
    const again = await askReference(differences.map(({ question }) => question));
    differences = differences.filter(({ actual }, index) => !actual || !isEqual(again[index], actual));
  }
  return differences;
}

function isEqual(left: Outcome, right: Outcome): boolean {
  return formatReply(left) === formatReply(right);
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
