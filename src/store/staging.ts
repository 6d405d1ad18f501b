/** Where do the records of a zone wait until all have come, and who puts them in order? */

import type { Database, Statement } from 'better-sqlite3';
import { loadSqlite } from './addon.js';
import type { OwnedRecord, Owner } from './owner.js';
import { StoreError } from './store-error.js';

/** A temporary database: in memory while it is small, on disk when it grows, gone when it is closed. */
export class Staging {
  readonly #database: Database;
  readonly #insert: Statement<[string, string]>;
  readonly #clear: Statement;
  readonly #select: Statement<[], [string, string]>;
  #name = '';
  #lines = '';

  constructor() {
    this.#database = new (loadSqlite())('');
    this.#database.pragma('journal_mode = MEMORY');
    this.#database.exec('CREATE TABLE staged(name TEXT, lines TEXT); BEGIN');
    this.#insert = this.#database.prepare('INSERT INTO staged VALUES (?, ?)');
    this.#clear = this.#database.prepare('DELETE FROM staged');
    this.#select = this.#database
      .prepare<[], [string, string]>('SELECT name, lines FROM staged ORDER BY name, rowid')
      .raw();
  }

  clear(): void {
    this.#lines = '';
    this.#clear.run();
  }

  /** Adds a record. Its content has no newline. */
  add(name: string, { type, ttl, content }: OwnedRecord): void {
    const line = `${type} ${ttl} ${content}`;
    if (name === this.#name && this.#lines !== '') {
      this.#lines += `\n${line}`;
      return;
    }
    this.#flush();
    this.#name = name;
    this.#lines = line;
  }

  /** All that was added, sorted by name. Nothing may be added while this is read. */
  *owners(): Generator<Owner> {
    this.#flush();
    let owner: { name: string; records: OwnedRecord[] } | undefined;
    for (const [name, lines] of this.#sorted()) {
      if (owner !== undefined && owner.name !== name) {
        yield owner;
        owner = undefined;
      }
      owner ??= { name, records: [] };
      for (const line of lines.split('\n')) owner.records.push(parseLine(line));
    }
    if (owner !== undefined) yield owner;
  }

  close(): void {
    this.#database.close();
  }

  #flush(): void {
    if (this.#lines === '') return;
    try {
      this.#insert.run(this.#name, this.#lines);
    } catch (error) {
      throw noRoom(error);
    }
    this.#lines = '';
  }

  *#sorted(): Generator<[string, string]> {
    try {
      yield* this.#select.iterate();
    } catch (error) {
      throw noRoom(error);
    }
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

function parseLine(line: string): OwnedRecord {
  const typeEnd = line.indexOf(' ');
  const ttlEnd = line.indexOf(' ', typeEnd + 1);
  return {
    type: line.slice(0, typeEnd),
    ttl: Number(line.slice(typeEnd + 1, ttlEnd)),
    content: line.slice(ttlEnd + 1),
  };
}
