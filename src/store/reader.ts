/** What does the store answer to a question? */

import type { Backend } from '../conversation/backend.js';
import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { Data } from '../protocol/reply.js';
import type { Question, Transfer } from '../protocol/request.js';
import type { Connection } from './connection.js';
import { openForReading } from './database.js';
import { unpackRow } from './row.js';
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
    const zones = this.#rows<string>('SELECT name FROM zone WHERE id = ?', zoneId);
    const [apex] = [...zones];
    if (apex === undefined) {
      throw new StoreError('NO_ZONE', `there is no zone ${zoneId} in ${this.path}: was it deleted?`);
    }
    if (zoneName !== undefined && sortKey(zoneName) !== apex) {
      const name = nameOfSortKey(apex);
      throw new StoreError('NO_ZONE', `zone ${zoneId} in ${this.path} is ${name}, not ${zoneName}`);
    }
    for (const [name, row] of this.#rows<[string, string]>(
      'SELECT name, records FROM node WHERE zone = ? ORDER BY name',
      zoneId,
    )) {
      if (row.length > 1) yield* unpackRow(row, nameOfSortKey(name), 'ANY', zoneId);
    }
  }

  command(text: string): Iterable<string> | undefined {
    return text.trim() === 'zones' ? this.#zones() : undefined;
  }

  close(): void {
    this.snapshots.close();
  }

  *#zones(): Generator<string> {
    const sql =
      'SELECT zone.id, zone.name, node.records FROM zone JOIN node ON node.zone = zone.id AND node.name = zone.name ORDER BY zone.name';
    for (const [zoneId, name, row] of this.#rows<[number, string, string]>(sql)) {
      const [soa] = unpackRow(row, nameOfSortKey(name), 'SOA', zoneId);
      yield `${zoneId} ${nameOfSortKey(name)} ${soa?.content.split(' ')[2]}`;
    }
  }

  /** The rows of a query, read from a connection of its own: as long as it is read from, it shows one state. */
  *#rows<Row>(sql: string, ...parameters: unknown[]): Generator<Row> {
    try {
      const database = openForReading(this.path, this.busyTimeoutMs);
      try {
        const statement = database.prepare(sql);
        if (statement.columns().length === 1) statement.pluck();
        else statement.raw();
        yield* statement.iterate(...parameters) as Iterable<Row>;
      } finally {
        database.close();
      }
    } catch (error) {
      throw explainError(error, this.path);
    }
  }
}

function answer(connection: Connection, { qname, qtype, zoneId }: Question, name: string): Data[] {
  if (zoneId < 0 && qtype === 'SOA') {
    const found = connection.apex(name);
    return found === undefined ? [] : unpackRow(found[1], qname, qtype, found[0]);
  }
  const zone = zoneId < 0 ? connection.closestZone(name) : zoneId;
  const row = zone === undefined ? undefined : connection.node(zone, name);
  return row === undefined ? [] : unpackRow(row, qname, qtype, zone!);
}
