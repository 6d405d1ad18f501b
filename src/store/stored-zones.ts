/** What does the database hold? */

import type { Database } from 'better-sqlite3';
import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { ResourceRecord } from '../dns/record.js';
import { serialOf } from '../dns/serial.js';
import { openForReading } from './database.js';
import { parseLines } from './owner.js';
import { isEmptyNonTerminal, unpackLines } from './row.js';
import { explainError, explained } from './sqlite-error.js';
import { StoreError } from './store-error.js';
import { ZoneRows } from './zone-rows.js';

export interface ListedZone {
  readonly zoneId: number;
  readonly zoneName: string;
  readonly serial: number;
}

/** Opens the database at `path` to list what is in it, all of it in the state that it has now. Throws StoreError. */
export function openStoredZones(path: string): StoredZones {
  const database = openForReading(path);
  return explained(path, () => new StoredZones(path, database));
}

/** Names are absolute, without final dot, in any case. What is listed is read while it is asked for. */
export class StoredZones {
  readonly #rows: ZoneRows;

  constructor(
    private readonly path: string,
    private readonly database: Database,
  ) {
    this.#rows = new ZoneRows(database);
    database.exec('BEGIN; SELECT 1 FROM zone LIMIT 1'); // The first read fixes the state.
  }

  /** All zones, in the order of their names. */
  *zones(): Generator<ListedZone> {
    const sql =
      'SELECT zone.id, zone.name, node.records FROM zone JOIN node ON node.zone = zone.id AND node.name = zone.name ORDER BY zone.name';
    try {
      for (const [zoneId, key, row] of this.database
        .prepare<[], [number, string, string]>(sql)
        .raw()
        .iterate()) {
        const soa = parseLines(unpackLines(row)).find(({ type }) => type === 'SOA');
        if (soa !== undefined) yield { zoneId, zoneName: nameOfSortKey(key), serial: serialOf(soa.content) };
      }
    } catch (error) {
      throw explainError(error, this.path);
    }
  }

  /** The deepest zone that a name is in. */
  zoneOf(name: string): string | undefined {
    for (let key = sortKey(name); ; key = key.slice(0, Math.max(0, key.lastIndexOf(' ')))) {
      if (this.#zoneId(key) !== undefined) return nameOfSortKey(key);
      if (key === '') return undefined;
    }
  }

  /** The records of a zone in the order of their names, the SOA first. Throws NO_ZONE. */
  *records(zoneName: string): Generator<ResourceRecord> {
    const apex = sortKey(zoneName);
    const zoneId = this.#zoneId(apex);
    if (zoneId === undefined) {
      const message = `there is no zone ${nameOfSortKey(apex)} in ${this.path}: \`pdns-pipe zone list\` shows those that are`;
      throw new StoreError('NO_ZONE', message);
    }
    try {
      for (const { name: key, row } of this.#rows.nodes(zoneId, apex)) {
        if (isEmptyNonTerminal(row)) continue;
        const name = nameOfSortKey(key);
        for (const record of parseLines(unpackLines(row))) yield { name, ...record };
      }
    } catch (error) {
      throw explainError(error, this.path);
    }
  }

  /** The records of one name of a zone; none if it has none, or the zone is not there. */
  recordsAt(zoneName: string, name: string): readonly ResourceRecord[] {
    const zoneId = this.#zoneId(sortKey(zoneName));
    const key = sortKey(name);
    const row = zoneId === undefined ? undefined : explained(this.path, () => this.#rows.row(zoneId, key));
    if (row === undefined || isEmptyNonTerminal(row)) return [];
    return parseLines(unpackLines(row)).map((record) => ({ name: nameOfSortKey(key), ...record }));
  }

  close(): void {
    this.database.close();
  }

  #zoneId(key: string): number | undefined {
    return explained(this.path, () => this.#rows.zoneId(key));
  }
}
