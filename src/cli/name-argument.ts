/** Which name did the user type? */

import { parseName } from '../dns/names.js';
import { readArgument } from './usage-error.js';

/** A name in normal form. A terminal sends UTF-8, and a name is bytes. Throws UsageError, with `what` in front. */
export function readName(what: string, text: string): string {
  return readArgument(what, () => parseName(Buffer.from(text, 'utf8').toString('latin1')));
}
