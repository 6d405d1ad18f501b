/** What does the store answer to a question? */

import type { Backend } from '../conversation/backend.js';
import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { Data } from '../protocol/reply.js';
import type { Question, Transfer } from '../protocol/request.js';
import type { Connection } from './connection.js';
import { openForReading } from './database.js';
import { isEmptyNonTerminal, unpackRow } from './row.js';
import { Snapshots } from './snapshots.js';
import { explainError } from './sqlite-error.js';
import { StoreError } from './store-error.js';

export interface ReaderOptions {
  /** A change by another process is seen after this time at the latest. 0: at once, at the price of speed. */
  readonly maxStalenessMs?: number;
  /** How long to wait for a file that another process has locked: well below PowerDNS's pipe-timeout. */
  readonly busyTimeoutMs?: number;
}

/** A backend that answers from the database at `path`. The file is opened at the first question, not before. */
export function openReader(
  path: string,
  { maxStalenessMs = 100, busyTimeoutMs = 500 }: ReaderOptions = {},
): Backend {
  return new Reader(path, new Snapshots(path, maxStalenessMs, busyTimeoutMs), busyTimeoutMs);
}

class Reader implements Backend {
  constructor(
    private readonly path: string,
    private readonly snapshots: Snapshots,
    private readonly busyTimeoutMs: number,
  ) {}

  lookup(question: Question): Data[] {
    const name = sortKey(question.qname);
    return this.snapshots.use((connection) => answer(connection, question, name));
  }

  *transfer({ zoneId, zoneName }: Transfer): Generator<Data> {
    let isThere = false;
    for (const [apex, name, row] of this.#rows<[string, string, string]>(ZONE_NODES, zoneId)) {
      if (!isThere && zoneName !== undefined && sortKey(zoneName) !== apex) {
        const found = `zone ${zoneId} in ${this.path} is ${nameOfSortKey(apex)}`;
        throw new StoreError('NO_ZONE', `${found}, not ${zoneName}`);
      }
      isThere = true;
      if (!isEmptyNonTerminal(row)) yield* unpackRow(row, nameOfSortKey(name), 'ANY', zoneId);
    }
    if (!isThere)
      throw new StoreError('NO_ZONE', `there is no zone ${zoneId} in ${this.path}: was it deleted?`);
  }

  command(text: string): Iterable<string> | undefined {
    return text.trim() === 'zones' ? this.#zones() : undefined;
  }

  close(): void {
    this.snapshots.close();
  }

  *#zones(): Generator<string> {
    for (const [zoneId, key, row] of this.#rows<[number, string, string]>(ZONES)) {
      const name = nameOfSortKey(key);
      const [soa] = unpackRow(row, name, 'SOA', zoneId);
      yield `${zoneId} ${name} ${soa?.content.split(' ')[2]}`;
    }
  }

  /** The rows of a query, read from a connection of its own: as long as it is read from, it shows one state. */
  *#rows<Row>(sql: string, ...parameters: number[]): Generator<Row> {
    try {
      const database = openForReading(this.path, this.busyTimeoutMs);
      try {
        yield* database
          .prepare<number[], Row>(sql)
          .raw()
          .iterate(...parameters);
      } finally {
        database.close();
      }
    } catch (error) {
      throw explainError(error, this.path);
    }
  }
}

const ZONE_NODES =
  'SELECT zone.name, node.name, node.records FROM zone JOIN node ON node.zone = zone.id WHERE zone.id = ? ORDER BY node.name';
const ZONES =
  'SELECT zone.id, zone.name, node.records FROM zone JOIN node ON node.zone = zone.id AND node.name = zone.name ORDER BY zone.name';

function answer(connection: Connection, { qname, qtype, zoneId }: Question, name: string): Data[] {
  if (zoneId < 0 && qtype === 'SOA') {
    const found = connection.apex(name);
    return found === undefined ? [] : unpackRow(found[1], qname, qtype, found[0]);
  }
  const zone = zoneId < 0 ? connection.closestZone(name) : zoneId;
  const row = zone === undefined ? undefined : connection.node(zone, name);
  return row === undefined ? [] : unpackRow(row, qname, qtype, zone!);
}
