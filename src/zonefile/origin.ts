/** What is a relative name relative to? */

import { parseName } from '../dns/names.js';
import { repeatsOrigin } from '../dns/relative-names.js';
import type { Entry } from './entry.js';
import type { Warn } from './zone-file-error.js';

/** What `$ORIGIN` sets, in normal form; undefined as long as neither the file nor the caller has said one. */
export type Origin = string | undefined;

/** The name that `text`, the token last taken, stands for. */
export function resolveName(entry: Entry, text: string, origin: Origin, warn: Warn): string {
  if (origin === undefined) {
    if (!isAbsolute(text)) throw entry.error('NO_ORIGIN', noOrigin(text));
    return parseName(text);
  }
  if (repeatsOrigin(text, origin)) warn(entry.error('NO_FINAL_DOT', noFinalDot(text, origin)));
  return parseName(text, origin);
}

/** Whether a final dot stands there, and no backslash before it. */
export function isAbsolute(text: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\.$/.test(text);
}

export function noOrigin(text: string): string {
  return `'${text}' is relative, but to what? Name the zone, write $ORIGIN above, or end the name with a dot`;
}

export function noFinalDot(text: string, origin: string): string {
  return `'${text}' stands for ${text}.${origin}: if that is not meant, end it with a dot`;
}
