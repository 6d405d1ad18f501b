/** What kinds of fields are contents made of? */

import { parseIpv4, parseIpv6 } from './addresses.js';
import { parseCharacterString } from './character-strings.js';
import type { ContentReader } from './content-reader.js';
import { DnsError } from './dns-error.js';
import { formatName, parseName } from './names.js';
import { parsePeriod } from './ttl.js';

/** Reads a field, one token or more, and returns its normal form. */
export type Field = (reader: ContentReader) => string;

export const name: Field = (reader) => formatName(parseName(reader.word(), reader.origin));
export const u8: Field = (reader) => integer(reader.word(), 0xff);
export const u16: Field = (reader) => integer(reader.word(), 0xffff);
export const u32: Field = (reader) => integer(reader.word(), 0xffffffff);
/** Seconds, or a time with units. */
export const period: Field = (reader) => String(parsePeriod(reader.word(), 0xffffffff));
export const ipv4: Field = (reader) => parseIpv4(reader.word());
export const ipv6: Field = (reader) => parseIpv6(reader.word());
export const string: Field = (reader) => parseCharacterString(reader.token().text);
/** A text of any length in quotes, without a length byte on the wire. */
export const text: Field = (reader) => parseCharacterString(reader.token().text, 0xffff);

/** One character-string or more, to the end of the content. */
export const strings: Field = (reader) => {
  let normal = string(reader);
  while (!reader.atEnd) normal += ` ${string(reader)}`;
  return normal;
};

/** A property tag (RFC 8659, section 4.1). */
export const caaTag: Field = (reader) => {
  const tag = reader.word();
  if (/^[0-9A-Za-z]{1,255}$/.test(tag)) return tag;
  throw new DnsError('BAD_CONTENT', `'${tag}' is not a tag: write letters and digits (issue)`);
};

function integer(word: string, max: number): string {
  if (!/^\d{1,10}$/.test(word) || Number(word) > max) {
    throw new DnsError('BAD_CONTENT', `'${word}' is not a number from 0 to ${max}`);
  }
  return String(Number(word));
}
