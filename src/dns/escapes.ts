/** Which byte does an escape in a name or a character-string stand for? */

import type { DnsErrorCode } from './dns-error.js';
import { DnsError } from './dns-error.js';

export const BACKSLASH = 0x5c;

/** The byte that the escape at `at` (where the backslash is) stands for: `\DDD` or `\X` (RFC 1035, section 5.1). */
export function escapedByte(text: string, at: number, code: DnsErrorCode): number {
  const next = text.charCodeAt(at + 1);
  if (!isDigit(next)) {
    if (Number.isNaN(next)) throw new DnsError(code, `'${text}' ends in a single backslash: write \\\\`);
    if (next === 0) throw new DnsError(code, 'a backslash before a NUL byte: write \\000');
    return next;
  }
  const byte = Number(text.slice(at + 1, at + 4));
  if (!isDigit(text.charCodeAt(at + 2)) || !isDigit(text.charCodeAt(at + 3)) || byte > 255) {
    throw new DnsError(code, `bad escape '${text.slice(at, at + 4)}' in '${text}': write \\000 to \\255`);
  }
  return byte;
}

/** How many characters the escape at `at` takes: 4 for `\DDD`, 2 for `\X`. */
export function escapeLength(text: string, at: number): number {
  return isDigit(text.charCodeAt(at + 1)) ? 4 : 2;
}

/** The text with its escapes resolved: each character is a byte. */
export function unescapeText(text: string, code: DnsErrorCode): string {
  return text.replace(/\\(?:\d{3}|.|$)/gs, (_, at: number) =>
    String.fromCharCode(escapedByte(text, at, code)),
  );
}

/** `\DDD`. */
export function decimalEscape(byte: number): string {
  return `\\${String(byte).padStart(3, '0')}`;
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}
