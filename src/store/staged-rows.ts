/** How are more rows put in order than memory should hold? */

import type { Database, Statement } from 'better-sqlite3';
import { loadSqlite } from './addon.js';
import { StoreError } from './store-error.js';

/** Of whom something is said, what, and where that was written. */
export type StagedRow = readonly [name: string, lines: string, places: string];

/** Rows written with one statement: a call for each would take twice the time. */
const ROWS_AT_ONCE = 64;

/** A temporary database: in memory while it is small, on disk when it grows, gone when it is closed. */
export class StagedRows {
  readonly #database: Database;
  readonly #insert: Statement<unknown[]>;
  readonly #insertMany: Statement<unknown[]>;
  readonly #select: Statement<[], StagedRow>;
  readonly #clear: Statement;
  #values: string[] = [];
  /** What somebody reads, or has left off reading. */
  #reading: IterableIterator<StagedRow> | undefined;

  constructor() {
    this.#database = new (loadSqlite())('');
    this.#database.pragma('journal_mode = OFF');
    this.#database.exec('CREATE TABLE staged(name TEXT, lines TEXT, places TEXT); BEGIN');
    const insertRows = (count: number) =>
      this.#database.prepare(`INSERT INTO staged VALUES ${Array(count).fill('(?, ?, ?)').join(',')}`);
    this.#insert = insertRows(1);
    this.#insertMany = insertRows(ROWS_AT_ONCE);
    this.#select = this.#database
      .prepare<[], StagedRow>('SELECT name, lines, places FROM staged ORDER BY name, rowid')
      .raw();
    this.#clear = this.#database.prepare('DELETE FROM staged');
  }

  /** Throws DISK_FULL. */
  add(name: string, lines: string, places: string): void {
    this.#values.push(name, lines, places);
    if (this.#values.length < 3 * ROWS_AT_ONCE) return;
    withRoom(() => this.#insertMany.run(this.#values));
    this.#values = [];
  }

  /** All rows by name; those of a name in the order in which they came. Nothing may be added while they are read. */
  *sorted(): Generator<StagedRow> {
    for (let at = 0; at < this.#values.length; at += 3)
      withRoom(() => this.#insert.run(this.#values.slice(at, at + 3)));
    this.#values = [];
    const rows = withRoom(() => this.#select.iterate());
    this.#reading = rows;
    for (let next = withRoom(() => rows.next()); !next.done; next = withRoom(() => rows.next()))
      yield next.value;
  }

  clear(): void {
    this.#values = [];
    this.#reading?.return?.();
    this.#clear.run();
  }

  close(): void {
    this.#reading?.return?.();
    this.#database.close();
  }
}

/** Want of room is the only thing that happens to a temporary file. */
function withRoom<T>(action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const { message } = cause as Error;
    throw new StoreError(
      'DISK_FULL',
      `the records can't be put in order in a temporary file: ${message}: make room, or name another directory in ` +
        'SQLITE_TMPDIR; nothing was changed',
      { cause },
    );
  }
}
