/** Where do the records of a zone wait until all have come, and who puts them in order? */

import type { Database, Statement } from 'better-sqlite3';
import { loadSqlite } from './addon.js';
import type { Owner } from './owner.js';
import { type PlacedRecord, type RecordBatch, RecordBatcher, unpackBatch } from './record-batch.js';
import { StoreError } from './store-error.js';

/** Where a record was written. */
export interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in bytes. */
  readonly column: number;
}

/** Of a zone; what it takes beyond is on disk. */
const CACHE_KIB = 32_000;

const BATCH_LENGTH = 64 * 1024;
/** Rows written with one statement: a call for each would take twice the time. */
const ROWS_AT_ONCE = 64;
const ROWS_A_PAGE = 500;

/**
 * A zone as somebody wrote it, before anything is made of it. It waits in a temporary database: in memory while it is
 * small, on disk when it grows, gone when it is closed.
 */
export class Draft {
  readonly #database: Database;
  readonly #insert: Statement<unknown[]>;
  readonly #insertMany: Statement<unknown[]>;
  readonly #clear: Statement;
  readonly #page: Statement<[string, number, number], [string, number, string]>;
  readonly #lines: Statement<[string], string>;
  readonly #places: Statement<[string], string>;
  #batcher = new RecordBatcher();
  #files: string[] = [];
  #sequence = 0;

  constructor() {
    this.#database = new (loadSqlite())('');
    this.#database.pragma('page_size = 16384');
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma(`cache_size = -${CACHE_KIB}`);
    this.#database.exec(
      'CREATE TABLE drafted(name TEXT, sequence INT, lines TEXT, places TEXT, PRIMARY KEY(name, sequence)) WITHOUT ROWID; BEGIN',
    );
    const insertRows = (count: number) =>
      this.#database.prepare(`INSERT INTO drafted VALUES ${Array(count).fill('(?, ?, ?, ?)').join(',')}`);
    this.#insert = insertRows(1);
    this.#insertMany = insertRows(ROWS_AT_ONCE);
    this.#clear = this.#database.prepare('DELETE FROM drafted');
    this.#page = this.#database
      .prepare<[string, number, number], [string, number, string]>(
        'SELECT name, sequence, lines FROM drafted WHERE (name, sequence) > (?, ?) ORDER BY name, sequence LIMIT ?',
      )
      .raw();
    const select = (column: string) =>
      this.#database
        .prepare<[string], string>(`SELECT ${column} FROM drafted WHERE name = ? ORDER BY sequence`)
        .pluck();
    this.#lines = select('lines');
    this.#places = select('places');
  }

  /** Adds a record, in any order. Throws BAD_RECORD, BAD_NAME, DISK_FULL. */
  add(record: PlacedRecord): void {
    this.#batcher.add(record);
    if (this.#batcher.length >= BATCH_LENGTH) this.addBatch(this.#batcher.take());
  }

  /** Adds what one batcher made, batch by batch. */
  addBatch(batch: RecordBatch): void {
    this.#files.push(...batch.newFiles);
    const owners = unpackBatch(batch);
    let at = 0;
    try {
      for (; at + ROWS_AT_ONCE <= owners.length; at += ROWS_AT_ONCE) {
        const values: unknown[] = [];
        for (let row = at; row < at + ROWS_AT_ONCE; row++) {
          const [name, lines, places] = owners[row]!;
          values.push(name, this.#sequence++, lines, places);
        }
        this.#insertMany.run(values);
      }
      for (; at < owners.length; at++) {
        const [name, lines, places] = owners[at]!;
        this.#insert.run([name, this.#sequence++, lines, places]);
      }
    } catch (error) {
      throw noRoom(error);
    }
  }

  /** All that was added, in the order of the sort keys. Nothing may be added while this is read. */
  *owners(): Generator<Owner> {
    this.#flush();
    let last = '';
    let lastLines: string | undefined;
    for (let sequence = -1; ; ) {
      const page = this.#page.all(last, sequence, ROWS_A_PAGE);
      for (const [name, number, lines] of page) {
        if (lastLines !== undefined && name === last) lastLines += `\n${lines}`;
        else {
          if (lastLines !== undefined) yield { name: last, lines: lastLines };
          lastLines = lines;
        }
        last = name;
        sequence = number;
      }
      if (page.length < ROWS_A_PAGE) break;
    }
    if (lastLines !== undefined) yield { name: last, lines: lastLines };
  }

  /** The lines of a name, which is a sort key; undefined if nothing was added for it. */
  lines(name: string): string | undefined {
    this.#flush();
    const parts = this.#lines.all(name);
    return parts.length === 0 ? undefined : parts.join('\n');
  }

  /** Where each line of a name was written, as far as whoever added it told. */
  places(name: string): readonly (Place | undefined)[] {
    const texts = this.#places.all(name).join(' ').split(' ');
    return texts.map((text) => {
      const [fileNumber, line, column] = text.split(':').map(Number);
      const file = this.#files[fileNumber!]!;
      return file === '' ? undefined : { file, line: line!, column: column! };
    });
  }

  /** Forgets all that was added. */
  clear(): void {
    this.#batcher = new RecordBatcher();
    this.#files = [];
    this.#sequence = 0;
    this.#clear.run();
  }

  close(): void {
    this.#database.close();
  }

  #flush(): void {
    if (this.#batcher.length > 0) this.addBatch(this.#batcher.take());
  }
}

/** The only thing that happens to a temporary file. */
function noRoom(cause: unknown): StoreError {
  const { message } = cause as Error;
  return new StoreError(
    'DISK_FULL',
    `the records can't be put in order in a temporary file: ${message}: make room, or name another directory in ` +
      'SQLITE_TMPDIR; nothing was changed',
    { cause },
  );
}
