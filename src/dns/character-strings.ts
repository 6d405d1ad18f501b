/** How is a character-string written? */

import { DnsError } from './dns-error.js';
import { BACKSLASH, decimalEscape, escapedByte, escapeLength } from './escapes.js';

/** RFC 1035, section 3.3: one length byte. */
const MAX_STRING_BYTES = 255;
const QUOTE = 0x22;

/**
 * A character-string in normal form: quoted, `\"` and `\\`, `\DDD` for bytes outside 0x20 to 0x7e.
 *
 * Throws BAD_CONTENT for more than `maxBytes`: named refuses that too, PowerDNS would split it, and whoever wrote it
 * did not say where.
 */
export function parseCharacterString(text: string, maxBytes = MAX_STRING_BYTES): string {
  if (text.length <= maxBytes && PLAIN.test(text)) return `"${text}"`;
  let normal = '';
  let bytes = 0;
  for (let at = 0; at < text.length; bytes++) {
    const char = text.charCodeAt(at);
    const escaped = char === BACKSLASH;
    normal += stringByte(escaped ? escapedByte(text, at, 'BAD_CONTENT') : char);
    at += escaped ? escapeLength(text, at) : 1;
  }
  if (bytes > maxBytes) {
    throw new DnsError(
      'BAD_CONTENT',
      `has ${bytes} bytes: at most ${maxBytes} are allowed, split it into several strings ("..." "...")`,
    );
  }
  return `"${normal}"`;
}

/** Bytes as a character-string in normal form. */
export function formatCharacterString(bytes: Buffer): string {
  let normal = '';
  for (const byte of bytes) normal += stringByte(byte);
  return `"${normal}"`;
}

const PLAIN = /^[ !#-[\]-~]*$/;

function stringByte(byte: number): string {
  if (byte === QUOTE || byte === BACKSLASH) return `\\${String.fromCharCode(byte)}`;
  if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  if (byte <= 0xff) return decimalEscape(byte);
  throw new DnsError('BAD_CONTENT', `has a character above U+00FF: characters are bytes here`);
}
