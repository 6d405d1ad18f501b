/** What did the user type wrong? */

import { readableText } from '../zonefile/zone-file-error.js';

/** Wrong usage: exit status 2. The message says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
}

/** What `parse` makes of an argument. What it throws becomes wrong usage of `what`. */
export function readArgument<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new UsageError(`${what}: ${readableText((cause as Error).message)}`, { cause });
  }
}
