/** How do zones get into the store? */

import type { Database, Statement } from 'better-sqlite3';
import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { ResourceRecord } from '../dns/record.js';
import { closeAfterWriting, openForWriting } from './database.js';
import { explained } from './sqlite-error.js';
import { Staging } from './staging.js';
import { StoreError } from './store-error.js';
import { noSoa, settleOwner } from './zone-rules.js';
import { isInZone, zoneNodes } from './zone-tree.js';

export interface WriterOptions {
  /** How long to wait while another process writes. */
  readonly busyTimeoutMs?: number;
}

/** What became of a zone that was written. */
export interface ReplacedZone {
  readonly zoneId: number;
  readonly zoneName: string;
  /** Duplicates are not counted. */
  readonly records: number;
  /** Owner names; empty non-terminals are not counted. */
  readonly names: number;
  /** At most `maxWarnings` of them. */
  readonly warnings: readonly string[];
  /** How many there were. */
  readonly warningCount: number;
}

/** Of the warnings about a zone, so many are kept. */
export const maxWarnings = 100;

export interface Writer {
  /**
   * Puts `records` in the place of all that the zone had; a zone that isn't there is made. All or nothing: if a record
   * can't be taken, or `records` throws, nothing is changed. Others can write until the last record has come.
   */
  replaceZone(zoneName: string, records: Iterable<ResourceRecord>): ReplacedZone;
  /** Whether there was such a zone. */
  deleteZone(zoneName: string): boolean;
  /** Every zone, in order of their names. */
  zones(): Iterable<{ readonly zoneId: number; readonly zoneName: string }>;
  /**
   * Folds the write-ahead log into the file. Returns how many bytes are left in it because a reader still uses them, or
   * because the disk is full: 0 as a rule.
   */
  close(): number;
}

/** Opens the database at `path` for writing; makes it if it isn't there. Throws StoreError. */
export function openWriter(path: string, { busyTimeoutMs = 10_000 }: WriterOptions = {}): Writer {
  return new SqliteWriter(path, openForWriting(path, busyTimeoutMs));
}

class SqliteWriter implements Writer {
  #staging = new Staging();
  readonly #zoneId: Statement<[string], number>;
  readonly #insertZone: Statement<[string]>;
  readonly #deleteZone: Statement<[number]>;
  readonly #deleteNodes: Statement<[number]>;
  readonly #insertNode: Statement<[number, string, string]>;
  readonly #nextZones: Statement<[string], [number, string]>;

  constructor(
    readonly path: string,
    readonly database: Database,
  ) {
    this.#zoneId = database.prepare<[string], number>('SELECT id FROM zone WHERE name = ?').pluck();
    this.#insertZone = database.prepare('INSERT INTO zone(name) VALUES (?)');
    this.#deleteZone = database.prepare('DELETE FROM zone WHERE id = ?');
    this.#deleteNodes = database.prepare('DELETE FROM node WHERE zone = ?');
    this.#insertNode = database.prepare('INSERT INTO node VALUES (?, ?, ?)');
    this.#nextZones = database
      .prepare<[string], [number, string]>(
        'SELECT id, name FROM zone WHERE name > ? ORDER BY name LIMIT 1000',
      )
      .raw();
  }

  replaceZone(zoneName: string, records: Iterable<ResourceRecord>): ReplacedZone {
    const apex = sortKey(zoneName);
    try {
      for (const record of records) this.#stage(apex, record);
      return this.#transaction(() => this.#replace(apex));
    } finally {
      this.#staging.clear();
    }
  }

  deleteZone(zoneName: string): boolean {
    return this.#transaction(() => {
      const zoneId = this.#zoneId.get(sortKey(zoneName));
      if (zoneId === undefined) return false;
      this.#deleteNodes.run(zoneId);
      this.#deleteZone.run(zoneId);
      return true;
    });
  }

  *zones(): Generator<{ zoneId: number; zoneName: string }> {
    let after = '';
    const root = this.#zoneId.get('');
    if (root !== undefined) yield { zoneId: root, zoneName: '.' };
    for (;;) {
      const zones = this.#nextZones.all(after);
      for (const [zoneId, name] of zones) yield { zoneId, zoneName: nameOfSortKey(name) };
      if (zones.length === 0) return;
      after = zones.at(-1)![1];
    }
  }

  close(): number {
    this.#staging.close();
    return closeAfterWriting(this.database, this.path);
  }

  #stage(apex: string, { name, type, ttl, content }: ResourceRecord): void {
    const key = sortKey(name);
    if (!isInZone(key, apex)) {
      throw new StoreError('OUT_OF_ZONE', `${name} ${type} is not in zone ${nameOfSortKey(apex)}`);
    }
    checkRecord(name, type, ttl, content);
    this.#staging.add(key, { type, ttl, content });
  }

  #replace(apex: string): ReplacedZone {
    const known = this.#zoneId.get(apex);
    const zoneId = known ?? Number(this.#insertZone.run(apex).lastInsertRowid);
    if (known !== undefined) this.#deleteNodes.run(zoneId);
    const warnings: string[] = [];
    let warningCount = 0;
    const onWarning = (message: string): void => {
      if (warningCount++ < maxWarnings) warnings.push(message);
    };
    let records = 0;
    let names = 0;
    const settledOwners = function* (staging: Staging) {
      for (const owner of staging.owners()) {
        if (names === 0 && owner.name !== apex) throw noSoa(nameOfSortKey(apex));
        const settled = settleOwner(owner, apex, onWarning);
        records += settled.length;
        names += 1;
        yield { name: owner.name, records: settled };
      }
    };
    for (const { name, row } of zoneNodes(apex, settledOwners(this.#staging)))
      this.#insertNode.run(zoneId, name, row);
    if (names === 0) throw noSoa(nameOfSortKey(apex));
    return { zoneId, zoneName: nameOfSortKey(apex), records, names, warnings, warningCount };
  }

  #transaction<T>(change: () => T): T {
    return explained(this.path, () => this.database.transaction(change).immediate());
  }
}

function checkRecord(name: string, type: string, ttl: number, content: string): void {
  if (!/^[A-Z][A-Z0-9-]*$/.test(type) || type === 'ENT' || type === 'ANY') {
    throw new StoreError('BAD_RECORD', `${name}: '${type}' is not a type of records`);
  }
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > 0x7fffffff) {
    throw new StoreError('BAD_RECORD', `${name} ${type}: TTL ${ttl} is not a number from 0 to 2147483647`);
  }
  if (!/^[ -~]*[!-~][ -~]*$/.test(content)) {
    throw new StoreError(
      'BAD_RECORD',
      `${name} ${type}: the content is empty or has characters that are not printable`,
    );
  }
}
