/** Which zones does a database of PowerDNS's gsqlite3 backend hold? */

import { foldName, parseName } from '../../dns/names.js';
import {
  openPowerDnsDatabase,
  type PowerDnsDatabase,
  type PowerDnsZone,
} from '../../store/powerdns-database.js';
import { StoreError } from '../../store/store-error.js';
import type { SourcedZone } from '../import-zone.js';
import type { Note } from './note.js';
import { addRows, noteDisabled } from './powerdns-rows.js';

/** All zones of the file at `path`, in the order of their names, or the one of that name. Throws StoreError. */
export function* powerDnsZones(path: string, note: Note, zoneName?: string): Generator<SourcedZone> {
  const database = openPowerDnsDatabase(path);
  let isFound = zoneName === undefined;
  try {
    for (const zone of database.zones()) {
      if (zoneName !== undefined && foldName(zone.name) !== foldName(zoneName)) continue;
      isFound = true;
      yield sourced(database, zone, note);
    }
    if (!isFound)
      throw new StoreError(
        'NO_ZONE',
        `${path} has no zone ${zoneName}: leave --zone out for all that it has`,
      );
  } finally {
    database.close();
  }
}

function sourced(database: PowerDnsDatabase, { id, name, type }: PowerDnsZone, note: Note): SourcedZone {
  return {
    label: name,
    read: (drafts, { report }) => {
      if (/^(?:SLAVE|SECONDARY|CONSUMER)$/.test(type))
        note(
          `${name}: PowerDNS has it as ${type}: later changes of its primary don't come here by themselves`,
        );
      const drafted = drafts.empty;
      const { disabled } = addRows(
        database.rows(id),
        (row) => ({ prefix: `records.id ${row.id}, ` }),
        drafted,
        report,
      );
      noteDisabled(name, disabled, note);
      return { drafted, zoneName: parseName(name) };
    },
  };
}
