/** What is in a database of ours? */

import { openStoredZones } from '../../src/store/stored-zones.js';

/** Every record, as text. */
export function recordsIn(db: string): string[] {
  const stored = openStoredZones(db);
  try {
    return [...stored.zones()].flatMap(({ zoneName }) =>
      [...stored.records(zoneName)]
        .map(({ name, ttl, type, content }) => `${zoneName}: ${name} ${ttl} ${type} ${content}`)
        .sort(),
    );
  } finally {
    stored.close();
  }
}
