/** How do zones come from a source into a database, and what is in it then? */

import { readFileSync } from 'node:fs';
import type { SourcedFile } from '../../src/cli/sources/sourced-file.js';
import type { SourcedZone } from '../../src/cli/sources/sourced-zone.js';
import { Draft } from '../../src/store/draft.js';
import { openStoredZones } from '../../src/store/stored-zones.js';
import { openWriter } from '../../src/store/writer.js';
import { readZoneFile } from '../../src/zonefile/reader.js';

/** Rejects with the first problem, and what is noted unless `onNote` takes it. */
export async function importSourced(
  db: string,
  zones: Iterable<SourcedZone>,
  onNote?: (text: string) => void,
): Promise<void> {
  const writer = openWriter(db);
  try {
    for (const zone of zones) {
      const draft = new Draft();
      const fail = (text: string) => {
        throw new Error(`${zone.label}: ${text}`);
      };
      try {
        const zoneName = await zone.read(draft, {
          report: ({ message }) => fail(message),
          note: onNote ?? fail,
        });
        writer.replaceZone(zoneName ?? fail('no name'), draft);
      } finally {
        draft.close();
      }
    }
  } finally {
    writer.close();
  }
}

export function importFiles(db: string, files: readonly SourcedFile[]): Promise<void> {
  return importSourced(
    db,
    files.map(({ file, zoneName, origin, fault }) => ({
      label: file,
      read: (draft, { report }) => {
        if (fault !== undefined) report(fault);
        let first: string | undefined;
        const onError = (error: Error) => {
          throw error;
        };
        for (const record of readZoneFile([readFileSync(file)], {
          file,
          ...(origin && { origin }),
          onError,
        })) {
          first ??= record.name;
          draft.add(record);
        }
        return zoneName ?? first;
      },
    })),
  );
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
