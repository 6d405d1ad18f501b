/** In what can a pipe backend not equal the bind backend? The whole list; README names the same. */

import type { Difference } from './comparison.js';
import type { DnsReply } from './dns-message.js';

/** A class of differences that lies in the protocol or in PowerDNS 4.7. */
export interface Exception {
  readonly name: string;
  readonly reason: string;
  /** As narrow as it can be: what bind answers must follow from what the pipe answers. */
  applies(difference: Difference, abi: number): boolean;
}

/** The placeholder of an empty non-terminal (ENT): a record of a type for private use, without content. */
const placeholder = / 0 TYPE65280$/;

export const exceptions: readonly Exception[] = [
  {
    name: 'the placeholder asked for by its type',
    reason:
      'Before 5.1 an ENT needs a placeholder, TYPE65280; who asks for that very type gets past the NODATA.',
    applies: both((bind, pipe, { question }) => {
      if (question.qtype !== 'TYPE65280' || !isNoData(bind) || pipe.authority.length > 0) return false;
      return sameRecords(withoutPlaceholder(pipe.answer), bind.answer);
    }),
  },
  {
    name: 'ANY below a wildcard that is an ENT',
    reason: 'PowerDNS shows the ENT it expanded: TYPE0 with bind, the placeholder with a pipe.',
    applies: both((bind, pipe, { question }) => {
      if (question.qtype !== 'ANY' || pipe.answer.filter((record) => placeholder.test(record)).length !== 1)
        return false;
      const asBind = pipe.answer.map((record) => record.replace(placeholder, ' 0 TYPE0'));
      return sameRecords(asBind, bind.answer) && sameRecords(pipe.authority, bind.authority);
    }),
  },
  {
    name: 'ANY at an ENT, at ABI 1 and 2',
    reason:
      "ABI 1 and 2 have no auth flag to hide the placeholder with, so that ANY shows it instead of NODATA's SOA.",
    applies: (difference, abi) =>
      abi <= 2 &&
      both((bind, pipe, { question }) => {
        if (question.qtype !== 'ANY' || !isNoData(bind) || pipe.authority.length > 0) return false;
        // What is before the placeholder is the CNAME that led there, if one did.
        const others = withoutPlaceholder(pipe.answer);
        return pipe.answer.length === others.length + 1 && sameRecords(others, bind.answer);
      })(difference, abi),
  },
];

/** Compares two replies that agree in response code, AA and the additional section. */
function both(
  rule: (bind: DnsReply, pipe: DnsReply, difference: Difference) => boolean,
): Exception['applies'] {
  return (difference) => {
    const { expected, actual } = difference;
    if (expected?.rcode !== 'NOERROR' || actual?.rcode !== 'NOERROR' || expected.aa !== actual.aa)
      return false;
    return sameRecords(expected.additional, actual.additional) && rule(expected, actual, difference);
  };
}

function isNoData(reply: DnsReply): boolean {
  return reply.authority.length === 1 && / SOA /.test(reply.authority[0]!);
}

function withoutPlaceholder(records: readonly string[]): string[] {
  return records.filter((record) => !placeholder.test(record));
}

function sameRecords(left: readonly string[], right: readonly string[]): boolean {
  return left.join('\n') === right.join('\n');
}
