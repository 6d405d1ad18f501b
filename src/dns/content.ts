/** What does the content of a record of each type consist of, and what is its normal form? */

import type { Token } from './content-reader.js';
import { ContentReader } from './content-reader.js';
import { DnsError } from './dns-error.js';
import type { Field } from './fields.js';
import { caaTag, ipv4, ipv6, name, period, string, strings, text, u8, u16, u32 } from './fields.js';
import { isGeneric, parseGeneric } from './generic.js';
import { tokenize } from './tokenize.js';

export type { Token } from './content-reader.js';

/**
 * The normal form of a content, from its tokens: single blanks, names absolute with a final dot, strings quoted.
 *
 * `type` is in normal form, `origin` is what relative names stand under. Refuses what PowerDNS could not parse: one such
 * record makes it fail every question for the name. Throws BAD_CONTENT with the field at fault.
 */
export function parseContent(type: string, tokens: readonly Token[], origin: string): string {
  const layout = LAYOUTS.get(type);
  if (layout === undefined || isGeneric(tokens[0])) return parseGeneric(type, tokens, layout !== undefined);
  const reader = new ContentReader(tokens, origin);
  const { labels, fields } = layout;
  let content = '';
  let at = 0;
  try {
    for (; at < fields.length; at++) {
      const field = fields[at]!(reader);
      content = at === 0 ? field : `${content} ${field}`;
    }
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    const message = `${type} ${labels[at]}: ${error.message}`;
    throw new DnsError('BAD_CONTENT', message, reader.read - 1, { cause: error });
  }
  if (!reader.atEnd) {
    const message = `${type}: '${tokens[reader.read]!.text}' is too much, expected ${labels.join(', ')}`;
    throw new DnsError('BAD_CONTENT', message, reader.read);
  }
  return content;
}

/** The normal form of a content that a person typed in one line; its characters are encoded as UTF-8. */
export function normalContent(type: string, line: string, origin: string): string {
  return parseContent(type, tokenize(Buffer.from(line).toString('latin1')), origin);
}

/** The fields of each type, in order. The names are for messages. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  A: { address: ipv4 },
  NS: { host: name },
  CNAME: { target: name },
  SOA: {
    primary: name,
    mailbox: name,
    serial: u32,
    refresh: period,
    retry: period,
    expire: period,
    minimum: period,
  },
  PTR: { target: name },
  HINFO: { cpu: string, os: string },
  MX: { preference: u16, exchange: name },
  TXT: { text: strings },
  AAAA: { address: ipv6 },
  SRV: { priority: u16, weight: u16, port: u16, target: name },
  DNAME: { target: name },
  SPF: { text: strings },
  CAA: { flags: u8, tag: caaTag, value: text },
};

interface Layout {
  readonly labels: readonly string[];
  readonly fields: readonly Field[];
}

const LAYOUTS: ReadonlyMap<string, Layout> = new Map(
  Object.entries(FIELDS).map(([type, fields]) => [
    type,
    { labels: Object.keys(fields), fields: Object.values(fields) },
  ]),
);
