/** How is a content written that has no presentation format of its own (RFC 3597)? */

import type { Token } from './content-reader.js';
import { DnsError } from './dns-error.js';

/** RFC 1035, section 3.2.1: RDLENGTH has two bytes. */
const MAX_RDATA_BYTES = 65535;

/** Whether a content is in the generic form. In a TXT without a number behind it, `\#` is text (lib/dns/rdata.c, dns_rdata_fromtext). */
export function isGeneric(type: string, [first, second]: readonly Token[]): boolean {
  if (first === undefined || first.quoted || first.text !== '\\#') return false;
  return type !== 'TXT' || (second !== undefined && !second.quoted && /^\d+$/.test(second.text));
}

/** The bytes of `\# length hex`, where the hexadecimal digits may be split by blanks. Throws BAD_CONTENT. */
export function parseGeneric(type: string, tokens: readonly Token[]): Buffer {
  if (!isGeneric(type, tokens)) {
    throw new DnsError(
      'BAD_CONTENT',
      `${type} has no presentation format: write \\# LENGTH HEX (RFC 3597)`,
      0,
    );
  }
  const length = tokens[1]?.text ?? '';
  const hex = tokens
    .slice(2)
    .map((token) => token.text)
    .join('');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(hex)) {
    throw new DnsError(
      'BAD_CONTENT',
      `${type}: '${hex}' is not hexadecimal: write two digits for each byte`,
      2,
    );
  }
  if (hex.length > 2 * MAX_RDATA_BYTES || !/^\d{1,5}$/.test(length) || Number(length) !== hex.length / 2) {
    throw new DnsError(
      'BAD_CONTENT',
      `${type}: length '${length}' before ${hex.length / 2} bytes (at most ${MAX_RDATA_BYTES})`,
      1,
    );
  }
  return Buffer.from(hex, 'hex');
}

/** `\# length hex` with all digits, in lower case, in one word: PowerDNS reads no other form. */
export function formatGeneric(bytes: Buffer): string {
  return bytes.length === 0 ? '\\# 0' : `\\# ${bytes.length} ${bytes.toString('hex')}`;
}
