/** Which tokens does a content in one line consist of? */

import type { Token } from './content-reader.js';
import { DnsError } from './dns-error.js';

/**
 * Words and quoted strings of a line; blanks and tabs part them, and so does a quote.
 *
 * Characters are bytes: 0xa0 is one like others, no blank. Without the rest of a zone file's grammar: parentheses and semicolons are ordinary characters here.
 */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  for (const { 1: quoted, 2: word, 3: stray, index: offset } of line.matchAll(TOKEN)) {
    if (stray !== undefined) throw new DnsError('BAD_CONTENT', `unclosed quote in: ${line}`);
    tokens.push({ text: quoted ?? word!, quoted: quoted !== undefined, offset });
  }
  return tokens;
}

const TOKEN = /"((?:[^"\\]|\\.)*)"|((?:[^ \t\r\n"\\]|\\.|\\$)+)|(")/gs;
