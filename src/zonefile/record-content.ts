/** Which content does a record have? */

import { parseContent, type Token } from '../dns/content.js';
import { suspectName } from '../dns/suspect-names.js';
import type { Entry } from './entry.js';
import { isAbsolute, noFinalDot, noOrigin, type Origin } from './origin.js';
import type { Warn } from './zone-file-error.js';

/** What the tokens not yet taken are, as a content in normal form. */
export function contentOf(entry: Entry, type: string, origin: Origin, warn: Warn): string {
  const tokens = entry.rest();
  const content =
    origin === undefined ? absoluteContent(entry, type, tokens) : parseContent(type, tokens, origin);
  for (let field = 0; field < tokens.length; field++) {
    const { text, quoted } = tokens[field]!;
    const code = quoted ? undefined : suspectName(text, content, origin ?? '.');
    if (code !== undefined) warn(entry.fieldError(field, code, REASONS[code](text, origin ?? '.')));
  }
  return content;
}

const REASONS = {
  NO_FINAL_DOT: noFinalDot,
  TARGET_IS_ADDRESS: (text: string) =>
    `'${text}' is an address, and a name is wanted here: write a host's name, and its address in an A record`,
} as const;

/**
 * The content where there is no origin. Which fields are names only dns/ knows: one that comes out otherwise under
 * another origin is a relative name.
 */
function absoluteContent(entry: Entry, type: string, tokens: readonly Token[]): string {
  const content = parseContent(type, tokens, '.');
  if (tokens.every(({ text, quoted }) => quoted || isAbsolute(text))) return content;
  const words = content.split(' ');
  const others = parseContent(type, tokens, 'other').split(' ');
  const field = others.findIndex((word, index) => word !== words[index]);
  if (field < 0) return content;
  throw entry.fieldError(field, 'NO_ORIGIN', noOrigin(tokens[field]?.text ?? words[field]!));
}
