/** Which name did the user type? */

import { parentName, parseName } from '../dns/names.js';
import { isAbsolute } from '../zonefile/origin.js';
import { readArgument } from './read-argument.js';
import { UsageError } from './usage-error.js';

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
  if (!isAbsolute(text)) refuseLabel(what, name, zoneName);
  return name;
}

/** Throws UsageError for a name of one label, which somebody wrote without final dot where names are absolute. */
export function refuseLabel(what: string, name: string, zoneName: string): void {
  if (parentName(name) !== '.' || zoneName === '.') return;
  throw new UsageError(
    `${what}: names are absolute here, but '${name}' looks relative: write ${name}.${zoneName}, or ${name}. if that is meant`,
  );
}
