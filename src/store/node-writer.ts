/** How do rows get into the database? */

import type { Database, Statement } from 'better-sqlite3';
import type { NodeChange } from './difference.js';

/** Rows written with one statement: a call for each would take twice the time. */
const ROWS_AT_ONCE = 64;

/** Carries changes of rows out. Within a transaction of the caller's. */
export class NodeWriter {
  readonly #insert: Statement<unknown[]>;
  readonly #insertMany: Statement<unknown[]>;
  readonly #update: Statement<[string, number, string]>;
  readonly #delete: Statement<[number, string]>;
  readonly #deleteAll: Statement<[number]>;

  constructor(database: Database) {
    const insertRows = (count: number) =>
      database.prepare(`INSERT INTO node VALUES ${Array(count).fill('(?, ?, ?)').join(',')}`);
    this.#insert = insertRows(1);
    this.#insertMany = insertRows(ROWS_AT_ONCE);
    this.#update = database.prepare('UPDATE node SET records = ? WHERE zone = ? AND name = ?');
    this.#delete = database.prepare('DELETE FROM node WHERE zone = ? AND name = ?');
    this.#deleteAll = database.prepare('DELETE FROM node WHERE zone = ?');
  }

  /** `changes` may read rows that come later than those it has told of. */
  write(zoneId: number, changes: Iterable<NodeChange>): void {
    let values: unknown[] = [];
    for (const { name, before, after } of changes) {
      if (after === undefined) this.#delete.run(zoneId, name);
      else if (before !== undefined) this.#update.run(after, zoneId, name);
      else {
        values.push(zoneId, name, after);
        if (values.length < 3 * ROWS_AT_ONCE) continue;
        this.#insertMany.run(values);
        values = [];
      }
    }
    for (let at = 0; at < values.length; at += 3) this.#insert.run(values.slice(at, at + 3));
  }

  /** Returns how many rows there were. */
  deleteAll(zoneId: number): number {
    return this.#deleteAll.run(zoneId).changes;
  }
}
