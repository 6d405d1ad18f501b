/** Which zones does a database of PowerDNS's gsqlite3 backend hold? */

import { foldName, parseName } from '../../dns/names.js';
import {
  openPowerDnsDatabase,
  type PowerDnsDatabase,
  type PowerDnsZone,
} from '../../store/powerdns-database.js';
import { addRows } from './powerdns-rows.js';
import type { SourcedZone } from './sourced-zone.js';

/** All zones of the file at `path`, in the order of their names, or the one of that name. Throws StoreError. */
export function* powerDnsZones(path: string, zoneName?: string): Generator<SourcedZone> {
  const database = openPowerDnsDatabase(path);
  try {
    for (const zone of database.zones()) {
      if (zoneName === undefined || foldName(zone.name) === foldName(zoneName)) yield sourced(database, zone);
    }
  } finally {
    database.close();
  }
}

function sourced(database: PowerDnsDatabase, { id, name, type }: PowerDnsZone): SourcedZone {
  return {
    label: name,
    read: (draft, listener) => {
      const zoneName = parseName(name);
      if (/^(?:SLAVE|SECONDARY|CONSUMER)$/.test(type)) {
        listener.note(
          `PowerDNS has it as ${type}: what changes on its primary from now on does not come here by itself`,
        );
      }
      addRows(database.rows(id), (row) => ({ prefix: `records.id ${row.id}, ` }), draft, listener);
      return zoneName;
    },
  };
}
