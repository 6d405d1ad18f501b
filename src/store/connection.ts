/** What does an open database say about a name? */

import type { Database, Statement } from 'better-sqlite3';
import { openForReading } from './database.js';
import { checkMarks } from './schema.js';

/** A zone, and the row of its apex: null if that is missing. */
export type FoundZone = readonly [zoneId: number, row: string | null];

const NODE = 'SELECT records FROM node WHERE zone = ? AND name = ?';
const APEX =
  'SELECT zone.id, node.records FROM zone LEFT JOIN node ON node.zone = zone.id AND node.name = zone.name WHERE zone.name = ?';

/** An open database with its statements prepared. Names are sort keys. */
export class Connection {
  readonly #database: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #application: Statement;
  readonly #version: Statement;
  readonly #node: Statement<[number, string], string>;
  readonly #apex: Statement<[string], FoundZone>;
  readonly #zoneId: Statement<[string], number>;
  readonly #zoneName: Statement<[number], string>;

  constructor(
    readonly path: string,
    busyTimeoutMs: number,
  ) {
    const database = openForReading(path, busyTimeoutMs);
    try {
      this.#begin = database.prepare('BEGIN');
      this.#commit = database.prepare('COMMIT');
      this.#application = database.prepare('PRAGMA application_id').pluck();
      this.#version = database.prepare('PRAGMA user_version').pluck();
      this.#node = database.prepare<[number, string], string>(NODE).pluck();
      this.#apex = database.prepare<[string], FoundZone>(APEX).raw();
      this.#zoneId = database.prepare<[string], number>('SELECT id FROM zone WHERE name = ?').pluck();
      this.#zoneName = database.prepare<[number], string>('SELECT name FROM zone WHERE id = ?').pluck();
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
  }

  /** Fixes the state that all that is read shows, until `endSnapshot`. */
  beginSnapshot(): void {
    this.#begin.run();
  }

  /** Throws NOT_OURS or UNKNOWN_VERSION if somebody has made another database of this one. */
  checkMarks(): void {
    checkMarks(this.#application.get(), this.#version.get(), this.path);
  }

  endSnapshot(): void {
    this.#commit.run();
  }

  /** The row of a name in a zone. */
  node(zoneId: number, name: string): string | undefined {
    return this.#node.get(zoneId, name);
  }

  /** The zone whose apex the name is. */
  apex(name: string): FoundZone | undefined {
    return this.#apex.get(name);
  }

  zoneName(zoneId: number): string | undefined {
    return this.#zoneName.get(zoneId);
  }

  /** The id of the deepest zone that the name is in. */
  closestZone(name: string): number | undefined {
    let enclosing = name;
    for (;;) {
      const zoneId = this.#zoneId.get(enclosing);
      if (zoneId !== undefined || enclosing === '') return zoneId;
      enclosing = enclosing.slice(0, Math.max(0, enclosing.lastIndexOf(' ')));
    }
  }

  close(): void {
    this.#database.close();
  }
}
