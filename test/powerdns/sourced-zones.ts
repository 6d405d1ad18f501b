/** How do zones come from a source into a database, and what is in it then? */

import { Drafts } from '../../src/cli/drafts.js';
import type { SourcedZone } from '../../src/cli/import-zone.js';
import { openStoredZones } from '../../src/store/stored-zones.js';
import { openWriter } from '../../src/store/writer.js';

/** Rejects with the first problem. */
export async function importSourced(db: string, zones: Iterable<SourcedZone>): Promise<void> {
  const writer = openWriter(db);
  const drafts = new Drafts();
  try {
    for (const zone of zones) {
      const report = ({ message }: { readonly message: string }) => {
        throw new Error(`${zone.label}: ${message}`);
      };
      const { drafted, zoneName } = await zone.read(drafts, { report, advance: () => {} });
      writer.replaceZone(zoneName!, drafted);
    }
  } finally {
    await drafts.close();
    writer.close();
  }
}

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
