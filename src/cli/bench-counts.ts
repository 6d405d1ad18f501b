/** Is it a number of things? */

import { UsageError } from './usage-error.js';

/** Throws UsageError, with the option's name, for what is not a whole number from 1 up. */
export function checkCounts(counts: Readonly<Record<string, number>>): void {
  for (const [option, count] of Object.entries(counts)) {
    if (!Number.isSafeInteger(count) || count < 1) {
      throw new UsageError(`--${option} takes a whole number from 1 up`);
    }
  }
}
