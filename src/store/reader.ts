/** What does the store answer to a question? */

import type { Backend } from '../conversation/backend.js';
import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { Data } from '../protocol/reply.js';
import type { Question, Transfer } from '../protocol/request.js';
import type { Connection, FoundZone } from './connection.js';
import { openForReading, READER_BUSY_TIMEOUT_MS } from './database.js';
import { isInZone } from './enclosure.js';
import { watchFile } from './file-watch.js';
import { isEmptyNonTerminal, unpackRow } from './row.js';
import { type SnapshotOptions, Snapshots } from './snapshots.js';
import { explainError } from './sqlite-error.js';
import { StoreError } from './store-error.js';

/** How fresh answers are, how long a lock is waited for, and who ends what is kept under load. */
export type ReaderOptions = Partial<SnapshotOptions>;

/** A backend that answers from the database at `path`. The file is opened at the first question, not before. */
export function openReader(
  path: string,
  {
    maxStalenessMs = 100,
    busyTimeoutMs = READER_BUSY_TIMEOUT_MS,
    setAlarm = () => false,
  }: ReaderOptions = {},
): Backend {
  return new Reader(path, new Snapshots(path, { maxStalenessMs, busyTimeoutMs, setAlarm }), busyTimeoutMs);
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
    const wanted = zoneName === undefined ? undefined : sortKey(zoneName);
    let found: string | undefined;
    let soas = 0;
    for (const [apex, name, row] of this.#rows<[string, string, string]>(ZONE_NODES, zoneId)) {
      found ??= nameOfSortKey(apex);
      if (wanted !== undefined && wanted !== apex)
        throw new StoreError('NO_ZONE', `zone ${zoneId} in ${this.path} is ${found}, not ${zoneName}`);
      if (isEmptyNonTerminal(row)) continue;
      for (const data of unpackRow(row, nameOfSortKey(name), 'ANY', zoneId)) {
        if (data.qtype === 'SOA') soas += 1;
        yield data;
      }
    }
    if (found === undefined)
      throw new StoreError('NO_ZONE', `there is no zone ${zoneId} in ${this.path}: was it deleted?`);
    if (soas !== 1) throw noSingleSoa(zoneId, found, soas);
  }

  command(text: string): Iterable<string> | undefined {
    return text.trim() === 'zones' ? this.#zones() : undefined;
  }

  state(): object | undefined {
    return this.snapshots.shared;
  }

  rest(): void {
    this.snapshots.rest();
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

  /**
   * The rows of a query, read from a connection of its own that shows one state. Throws REPLACED behind the last row if
   * the file did not stay what it was: the rows may then be from two files.
   */
  *#rows<Row>(sql: string, ...parameters: number[]): Generator<Row> {
    try {
      const database = openForReading(this.path, this.busyTimeoutMs);
      try {
        database.exec('BEGIN; SELECT 1 FROM zone LIMIT 1'); // The first read fixes the state.
        const checkFile = watchFile(this.path);
        yield* database
          .prepare<number[], Row>(sql)
          .raw()
          .iterate(...parameters);
        checkFile();
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
  if (qtype === 'SOA') {
    const zone = connection.apex(name);
    if (zone !== undefined && (zoneId < 0 || zoneId === zone[0])) return soaOf(zone, qname);
    if (zoneId < 0) return [];
  }
  const zone = zoneId < 0 ? connection.closestZone(name) : zoneId;
  const row = zone === undefined ? undefined : connection.node(zone, name);
  if (row !== undefined) return unpackRow(row, qname, qtype, zone!);
  if (zoneId >= 0) checkZone(connection, zoneId, qname, name);
  return [];
}

function soaOf([zoneId, row]: FoundZone, qname: string): Data[] {
  const soas = row === null ? [] : unpackRow(row, qname, 'SOA', zoneId);
  if (soas.length === 1) return soas;
  throw noSingleSoa(zoneId, qname, soas.length);
}

function noSingleSoa(zoneId: number, zoneName: string, soas: number): StoreError {
  return new StoreError(
    'CORRUPT',
    `zone ${zoneId}, ${zoneName}, has ${soas} SOA records where a zone has one: import it again`,
  );
}

/**
 * Throws NO_ZONE if a name is not there only because the id is of another zone: one that PowerDNS remembers from
 * another database. "Nothing" would make NXDOMAIN of it.
 *
 * Beside other backends PowerDNS asks this one for names in their zones too, with their ids (UeberBackend::handle::get):
 * of such names there is nothing here, or what a parent has at and below a cut.
 */
function checkZone(connection: Connection, zoneId: number, qname: string, name: string): void {
  const zoneName = connection.zoneName(zoneId);
  if (zoneName !== undefined && isInZone(name, zoneName)) return;
  const closest = connection.closestZone(name);
  const row = closest === undefined ? undefined : connection.node(closest, name);
  if (row === undefined || !unpackRow(row, qname, 'ANY', closest!).every(({ auth }) => auth)) return;
  throw new StoreError(
    'NO_ZONE',
    `${qname} is in zone ${closest}, not in ${zoneId}: that id is not from this database. PowerDNS forgets it ` +
      'after query-cache-ttl, or at once with `pdns_control purge`',
  );
}
