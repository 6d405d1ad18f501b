/** Which address prefixes does an APL list? */

import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from './addresses.js';
import type { ContentReader } from './content-reader.js';
import { DnsError } from './dns-error.js';
import type { Field } from './field.js';
import type { RdataReader } from './rdata-reader.js';

/** `[!]family:address/length`, one or more, to the end (RFC 3123): PowerDNS can't hold an empty list. */
export const addressPrefixes: Field = {
  parse: (content) => {
    let list = parsePrefix(content);
    while (!content.atEnd) list += ` ${parsePrefix(content)}`;
    return list;
  },
  decode: (rdata) => {
    let list = decodePrefix(rdata);
    while (!rdata.atEnd) list += ` ${decodePrefix(rdata)}`;
    return list;
  },
};

function parsePrefix(content: ContentReader): string {
  const word = content.word();
  const [, negation, family, address, length] = /^(!?)([12]):([^/]+)\/(\d{1,3})$/.exec(word) ?? [];
  if (address === undefined || Number(length) > (family === '1' ? 32 : 128)) throw notAPrefix(word);
  const normal = family === '1' ? parseIpv4(address) : parseIpv6(address);
  return `${negation}${family}:${normal}/${Number(length)}`;
}

function decodePrefix(rdata: RdataReader): string {
  const family = rdata.u16();
  const length = rdata.u8();
  const flags = rdata.u8();
  const bytes = Buffer.alloc(family === 1 ? 4 : 16);
  const part = rdata.take(flags & 0x7f);
  const text = `${flags & 0x80 ? '!' : ''}${family}:`;
  if (family < 1 || family > 2 || part.length > bytes.length || length > bytes.length * 8)
    throw notAPrefix(text);
  bytes.set(part);
  return `${text}${family === 1 ? formatIpv4(bytes) : formatIpv6(bytes)}/${length}`;
}

function notAPrefix(text: string): DnsError {
  return new DnsError('BAD_CONTENT', `'${text}' is not a prefix: write 1:192.0.2.0/24 or 2:2001:db8::/32`);
}
