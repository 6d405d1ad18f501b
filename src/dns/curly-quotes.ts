/** Did somebody's word processor get hold of the quotes? */

import type { Token } from './content-reader.js';
import { DnsError } from './dns-error.js';

/** U+2018 to U+201F in UTF-8, at an end of a word. */
const CURLY = /^\xe2\x80[\x98-\x9f]|\xe2\x80[\x98-\x9f]$/;

/** Throws BAD_CONTENT if a word begins or ends with a typographic quote, where `"` was meant. */
export function refuseCurlyQuotes(type: string, tokens: readonly Token[]): void {
  const at = tokens.findIndex((token) => !token.quoted && CURLY.test(token.text));
  if (at < 0) return;
  const bytes = CURLY.exec(tokens[at]!.text)![0];
  const quote = Buffer.from(bytes, 'latin1').toString();
  const codePoint = quote.codePointAt(0)!.toString(16).toUpperCase();
  throw new DnsError('BAD_CONTENT', `${type}: typographic quote ${quote} (U+${codePoint}): write "`, at);
}
