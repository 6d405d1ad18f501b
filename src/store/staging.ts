/** Where do the records of a zone wait until all have come, and who puts them in order? */

import type { Database, Statement } from 'better-sqlite3';
import { loadSqlite } from './addon.js';
import { explained } from './sqlite-error.js';

/** A record whose owner is known from where it stands. */
export interface OwnedRecord {
  readonly type: string;
  readonly ttl: number;
  readonly content: string;
}

/** A name and all its records, in the order in which they came. `name` is a sort key. */
export interface Owner {
  readonly name: string;
  readonly records: readonly OwnedRecord[];
}

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
    this.#database.pragma('journal_mode = OFF');
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
    for (const [name, lines] of this.#select.iterate()) {
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
    explained('the temporary file of the import', () => this.#insert.run(this.#name, this.#lines));
    this.#lines = '';
  }
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
