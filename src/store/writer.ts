/** How do zones get into the store? */

import type { Database, Statement } from 'better-sqlite3';
import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { SerialPolicy } from '../dns/serial.js';
import { closeAfterWriting, openForWriting } from './database.js';
import { Draft } from './draft.js';
import type { DraftedZone } from './drafted-nodes.js';
import { NodeWriter } from './node-writer.js';
import type { PlacedRecord } from './placed-record.js';
import type { OnProblem } from './problem.js';
import { type ReplacedZone, Replacement, type ReplaceOptions } from './replacement.js';
import { explained } from './sqlite-error.js';
import { StoreError } from './store-error.js';
import { ZoneEditor } from './zone-editor.js';
import { ZoneRows } from './zone-rows.js';

export interface WriterOptions {
  /** How long to wait while other processes write: a minute, since each of ten that edit all the time may wait for seconds. */
  readonly busyTimeoutMs?: number;
}

export interface EditOptions {
  /** `increment` unless told otherwise. */
  readonly bumpSerial?: SerialPolicy | 'none';
  /** Told of warnings. */
  readonly onProblem?: OnProblem;
}

export interface Writer {
  /**
   * Puts a draft, or `records`, in the place of all that the zone had; a zone that isn't there is made. Only what is
   * different is written. All or nothing: if a record can't be taken, or `records` throws, nothing is changed. Others can
   * write until the last record has come. Throws StoreError: the first error that `onProblem` is told of, too.
   */
  replaceZone(
    zoneName: string,
    records: DraftedZone | Iterable<PlacedRecord>,
    options?: ReplaceOptions,
  ): ReplacedZone;
  /**
   * Lets `edit` change a zone, all or nothing. If it does, the serial becomes a newer one, unless `edit` has set one or
   * `bumpSerial` is `none`. Throws NO_ZONE, and what `edit` throws.
   */
  editZone<T>(zoneName: string, edit: (zone: ZoneEditor) => T, options?: EditOptions): T;
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
export function openWriter(path: string, { busyTimeoutMs = 60_000 }: WriterOptions = {}): Writer {
  return new SqliteWriter(path, openForWriting(path, busyTimeoutMs));
}

class SqliteWriter implements Writer {
  readonly #rows: ZoneRows;
  readonly #nodes: NodeWriter;
  readonly #insertZone: Statement<[string]>;
  readonly #deleteZone: Statement<[number]>;
  readonly #nextZones: Statement<[string], [number, string]>;
  #ownDraft: Draft | undefined;

  constructor(
    readonly path: string,
    readonly database: Database,
  ) {
    this.#rows = new ZoneRows(database);
    this.#nodes = new NodeWriter(database);
    this.#insertZone = database.prepare('INSERT INTO zone(name) VALUES (?)');
    this.#deleteZone = database.prepare('DELETE FROM zone WHERE id = ?');
    this.#nextZones = database
      .prepare<[string], [number, string]>(
        'SELECT id, name FROM zone WHERE name > ? ORDER BY name LIMIT 1000',
      )
      .raw();
  }

  replaceZone(
    zoneName: string,
    records: DraftedZone | Iterable<PlacedRecord>,
    options: ReplaceOptions = {},
  ): ReplacedZone {
    if ('nodes' in records) return this.#replace(sortKey(zoneName), records, options);
    this.#ownDraft ??= new Draft();
    try {
      for (const record of records) this.#ownDraft.add(record);
      return this.#replace(sortKey(zoneName), this.#ownDraft, options);
    } finally {
      this.#ownDraft.clear();
    }
  }

  editZone<T>(zoneName: string, edit: (zone: ZoneEditor) => T, options: EditOptions = {}): T {
    const { bumpSerial = 'increment', onProblem = () => {} } = options;
    const apex = sortKey(zoneName);
    return this.#transaction(() => {
      const zoneId = this.#rows.zoneId(apex);
      if (zoneId === undefined) {
        const message = `there is no zone ${nameOfSortKey(apex)} in ${this.path}: \`pdns-pipe zone list\` shows those that are`;
        throw new StoreError('NO_ZONE', message);
      }
      const editor = new ZoneEditor(zoneId, apex, this.#rows, this.#nodes, onProblem);
      const result = edit(editor);
      if (bumpSerial !== 'none') editor.bumpSerial(bumpSerial);
      return result;
    });
  }

  deleteZone(zoneName: string): boolean {
    return this.#transaction(() => {
      const zoneId = this.#rows.zoneId(sortKey(zoneName));
      if (zoneId === undefined) return false;
      this.#nodes.deleteAll(zoneId);
      this.#deleteZone.run(zoneId);
      return true;
    });
  }

  *zones(): Generator<{ zoneId: number; zoneName: string }> {
    let after = '';
    const root = this.#rows.zoneId('');
    if (root !== undefined) yield { zoneId: root, zoneName: '.' };
    for (;;) {
      const zones = this.#nextZones.all(after);
      for (const [zoneId, name] of zones) yield { zoneId, zoneName: nameOfSortKey(name) };
      if (zones.length === 0) return;
      after = zones.at(-1)![1];
    }
  }

  close(): number {
    this.#ownDraft?.close();
    return closeAfterWriting(this.database, this.path);
  }

  #replace(apex: string, drafted: DraftedZone, options: ReplaceOptions): ReplacedZone {
    return this.#transaction(
      () => {
        const stored = this.#rows.zone(apex);
        const replacement = new Replacement(apex, drafted, stored, options);
        if (!replacement.isWanted) return replacement.result;
        const zoneId = stored.zoneId || Number(this.#insertZone.run(apex).lastInsertRowid);
        this.#nodes.write(zoneId, replacement.changes());
        return { ...replacement.result, zoneId };
      },
      ({ outcome }) => outcome === 'added' || outcome === 'changed',
    );
  }

  /** Undone if `change` throws, or if what it returns is not to be kept. */
  #transaction<T>(change: () => T, isKept: (result: T) => boolean = () => true): T {
    return explained(this.path, () => {
      this.database.exec('BEGIN IMMEDIATE');
      try {
        const result = change();
        this.database.exec(isKept(result) ? 'COMMIT' : 'ROLLBACK');
        return result;
      } finally {
        if (this.database.inTransaction) this.database.exec('ROLLBACK');
      }
    });
  }
}
