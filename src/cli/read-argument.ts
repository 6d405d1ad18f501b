/** What does an argument mean? */

import { readableText } from '../zonefile/zone-file-error.js';
import { UsageError } from './usage-error.js';

/** What `parse` makes of an argument. What it throws becomes wrong usage of `what`. */
export function readArgument<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new UsageError(`${what}: ${readableText((cause as Error).message)}`, { cause });
  }
}
