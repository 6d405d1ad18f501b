/** Which kinds of fields do most types share? */

import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from './addresses.js';
import { formatCharacterString, parseCharacterString } from './character-strings.js';
import type { ContentReader } from './content-reader.js';
import { DnsError } from './dns-error.js';
import type { Field } from './field.js';
import { formatName, nameOfLabels, parseName } from './names.js';
import { parseType, portableType, typeOfNumber } from './record-type.js';
import { parsePeriod } from './ttl.js';

export const name: Field = {
  parse: (content) => formatName(parseName(content.word(), content.origin)),
  decode: (rdata) => formatName(nameOfLabels(rdata.labels())),
};

export const u8: Field = {
  parse: (content) => parseInteger(content.word(), 0xff),
  decode: (rdata) => String(rdata.u8()),
};

export const u16: Field = {
  parse: (content) => parseInteger(content.word(), 0xffff),
  decode: (rdata) => String(rdata.u16()),
};

export const u32: Field = {
  parse: (content) => parseInteger(content.word(), 0xffffffff),
  decode: (rdata) => String(rdata.u32()),
};

/** Seconds in 32 bits, which a zone file may write with units. */
export const period: Field = {
  parse: (content) => String(parsePeriod(content.word(), 0xffffffff)),
  decode: u32.decode,
};

export const ipv4: Field = {
  parse: (content) => parseIpv4(content.word()),
  decode: (rdata) => formatIpv4(rdata.take(4)),
};

export const ipv6: Field = {
  parse: (content) => parseIpv6(content.word()),
  decode: (rdata) => formatIpv6(rdata.take(16)),
};

export const string: Field = {
  parse: (content) => parseCharacterString(content.token().text),
  decode: (rdata) => formatCharacterString(rdata.string()),
};

/** One character-string or more, to the end. */
export const strings: Field = {
  parse: (content) => parseAll(content, string),
  decode: (rdata) => {
    let text = string.decode(rdata);
    while (!rdata.atEnd) text += ` ${string.decode(rdata)}`;
    return text;
  },
};

/** A text to the end, without a length byte on the wire. */
export const text: Field = {
  parse: (content) => parseCharacterString(content.token().text, 0xffff),
  decode: (rdata) => formatCharacterString(rdata.rest()),
};

/** A text that may be split into strings as one likes: PowerDNS joins them. */
export const texts: Field = {
  parse: (content) => parseAll(content, text),
  decode: strings.decode,
};

/** A record type. */
export const type: Field = {
  parse: (content) => portableType(parseType(content.word())),
  decode: (rdata) => portableType(typeOfNumber(rdata.u16())),
};

/** A property tag (RFC 8659, section 4.1). */
export const caaTag: Field = {
  parse: (content) => checkTag(content.word()),
  decode: (rdata) => checkTag(rdata.string().toString('latin1')),
};

function parseAll(content: ContentReader, field: Field): string {
  let normal = field.parse(content);
  while (!content.atEnd) normal += ` ${field.parse(content)}`;
  return normal;
}

function parseInteger(word: string, max: number): string {
  if (!/^\d{1,10}$/.test(word) || Number(word) > max) {
    throw new DnsError('BAD_CONTENT', `'${word}' is not a number from 0 to ${max}`);
  }
  return String(Number(word));
}

function checkTag(tag: string): string {
  if (/^[0-9A-Za-z]{1,255}$/.test(tag)) return tag;
  throw new DnsError('BAD_CONTENT', `'${tag}' is not a tag: write letters and digits (issue)`);
}
