/** Which name did the user type? */

import { parentName, parseName } from '../dns/names.js';
import { isAbsolute } from '../zonefile/origin.js';
import { readArgument, UsageError } from './usage-error.js';

/**
 * A name in normal form; it is absolute unless there is an origin. A terminal sends UTF-8, and a name is bytes. Throws
 * UsageError, with `what` in front.
 */
export function readName(what: string, text: string, origin?: string): string {
  return readArgument(what, () => parseName(Buffer.from(text, 'utf8').toString('latin1'), origin));
}

/** The absolute name of a host. Throws UsageError; also for one label without final dot. */
export function readHost(what: string, text: string, zoneName: string): string {
  const name = readName(what, text);
  if (isSingleLabel(name) && !isAbsolute(text)) throw looksRelative(what, name, zoneName);
  return name;
}

/** Whether a name is of one label, the root aside. */
export function isSingleLabel(name: string): boolean {
  return parentName(name) === '.';
}

/** What is wrong with a host name of one label where every name is absolute. */
export function looksRelative(what: string, label: string, zoneName: string): UsageError {
  const meant = zoneName === '.' ? label : `${label}.${zoneName}`;
  return new UsageError(
    `${what}: names are absolute here, but '${label}' looks relative: write ${meant}, or ${label}. if that is meant`,
  );
}
