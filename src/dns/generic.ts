/** How is a content written that has no presentation format of its own (RFC 3597)? */

import type { Token } from './content-reader.js';
import { DnsError } from './dns-error.js';

/** `\# length hex`, with the hexadecimal digits in one lower-case word. Throws BAD_CONTENT. */
export function parseGeneric(type: string, tokens: readonly Token[], known: boolean): string {
  if (known) {
    throw new DnsError(
      'BAD_CONTENT',
      `PowerDNS does not read \\# for ${type}: write the content in its own form`,
      0,
    );
  }
  const [marker, length, ...words] = tokens;
  if (!isGeneric(marker)) {
    throw new DnsError(
      'BAD_CONTENT',
      `${type} has no presentation format: write \\# LENGTH HEX (RFC 3597)`,
      0,
    );
  }
  const hex = words.map((word) => word.text).join('');
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(hex))
    throw new DnsError('BAD_CONTENT', `${type}: '${hex}' is not hexadecimal`, 2);
  if (length === undefined || !/^\d{1,5}$/.test(length.text) || Number(length.text) !== hex.length / 2) {
    const message = `${type}: length '${length?.text ?? ''}' is not that of the content: ${hex.length / 2} bytes`;
    throw new DnsError('BAD_CONTENT', message, 1);
  }
  return hex === '' ? '\\# 0' : `\\# ${hex.length / 2} ${hex.toLowerCase()}`;
}

/** Whether a content that begins with this token is in the generic form. */
export function isGeneric(token: Token | undefined): boolean {
  return token !== undefined && !token.quoted && token.text === '\\#';
}
