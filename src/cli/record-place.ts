/** Which name does the user mean, and in which zone? */

import { foldName, isWithin } from '../dns/names.js';
import type { StoredZones } from '../store/stored-zones.js';
import { isAbsolute } from '../zonefile/origin.js';
import { readName } from './name-argument.js';
import { RefusedChange } from './refused-change.js';
import { UsageError } from './usage-error.js';

/** A folded name in normal form, and the zone it is in. */
export interface RecordPlace {
  readonly zoneName: string;
  readonly name: string;
}

/**
 * The place that NAME means. Without `--zone` it is absolute, and the zone is the deepest one that it is in. With it,
 * it is relative (`www`, `@`) unless it ends with a dot or with the zone's name. Throws UsageError, NOT_THERE.
 */
export function placeOf(stored: StoredZones, text: string, zone: string | undefined): RecordPlace {
  if (zone !== undefined) {
    const zoneName = storedZone(stored, readName('--zone', zone));
    return { zoneName, name: foldName(nameIn(zoneName, text)) };
  }
  if (text === '@') throw new UsageError('NAME: @ is the name of a zone: say of which with --zone');
  const name = readName('NAME', text);
  const zoneName = stored.zoneOf(name);
  if (zoneName !== undefined) return { zoneName, name: foldName(name) };
  const hint = name.includes('.') ? '' : ', if it is relative name its zone with --zone,';
  throw new RefusedChange(
    'NOT_THERE',
    `${name} is in no zone of this database: see \`pdns-pipe zone list\`${hint} or make one with \`pdns-pipe zone add\``,
  );
}

/** The zone of that name, as the database has it. Throws NOT_THERE. */
export function storedZone(stored: StoredZones, zoneName: string): string {
  const found = stored.zoneOf(zoneName);
  if (found === undefined || !isWithin(found, zoneName)) throw noSuchZone(zoneName);
  return found;
}

export function noSuchZone(zoneName: string): RefusedChange {
  return new RefusedChange(
    'NOT_THERE',
    `there is no zone ${zoneName} in this database: see \`pdns-pipe zone list\`, or make it with \`pdns-pipe zone add\``,
  );
}

function nameIn(zoneName: string, text: string): string {
  if (text !== '@') {
    const absolute = readName('NAME', text);
    if (isAbsolute(text) || isWithin(absolute, zoneName)) return absolute;
  }
  return readName('NAME', text, zoneName);
}
