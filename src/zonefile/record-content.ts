/** Which content does a record have? */

import { parseContent, type Token } from '../dns/content.js';
import { repeatsOrigin } from '../dns/relative-names.js';
import type { Entry } from './entry.js';
import { isAbsolute, noFinalDot, noOrigin, type Origin } from './origin.js';
import type { Warn } from './zone-file-error.js';

/** What the tokens not yet taken are, as a content in normal form. */
export function contentOf(entry: Entry, type: string, origin: Origin, warn: Warn): string {
  const tokens = entry.rest();
  if (origin === undefined) return absoluteContent(entry, type, tokens);
  const content = parseContent(type, tokens, origin);
  for (let field = 0; field < tokens.length; field++) {
    const { text, quoted } = tokens[field]!;
    if (!quoted && repeatsOrigin(text, origin) && content.includes(`${text}.${origin}.`)) {
      warn(entry.fieldError(field, 'NO_FINAL_DOT', noFinalDot(text, origin)));
    }
  }
  return content;
}

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
