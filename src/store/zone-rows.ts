/** Which rows has a zone? */

import type { Database, Statement } from 'better-sqlite3';
import type { StoredZone } from './replacement.js';
import type { Node } from './zone-tree.js';

const ROWS_A_PAGE = 500;

/** The rows of an open database, by zone and name. Names are sort keys. Pages are read as they are asked for. */
export class ZoneRows {
  readonly #zoneId: Statement<[string], number>;
  readonly #row: Statement<[number, string], string>;
  readonly #page: Statement<[number, string], [string, string]>;
  readonly #pageBelow: Statement<[number, string, string], [string, string]>;

  constructor(database: Database) {
    this.#zoneId = database.prepare<[string], number>('SELECT id FROM zone WHERE name = ?').pluck();
    this.#row = database
      .prepare<[number, string], string>('SELECT records FROM node WHERE zone = ? AND name = ?')
      .pluck();
    const page = `ORDER BY name LIMIT ${ROWS_A_PAGE}`;
    this.#page = database
      .prepare<[number, string], [string, string]>(
        `SELECT name, records FROM node WHERE zone = ? AND name > ? ${page}`,
      )
      .raw();
    this.#pageBelow = database
      .prepare<[number, string, string], [string, string]>(
        `SELECT name, records FROM node WHERE zone = ? AND name > ? AND name < ? ${page}`,
      )
      .raw();
  }

  /** Undefined if there is no zone of that name. */
  zoneId(apex: string): number | undefined {
    return this.#zoneId.get(apex);
  }

  /** Undefined if the name does not exist. */
  row(zoneId: number, name: string): string | undefined {
    return this.#row.get(zoneId, name);
  }

  /** All of a zone. */
  *nodes(zoneId: number, apex: string): Generator<Node> {
    const row = this.row(zoneId, apex);
    if (row !== undefined) yield { name: apex, row };
    yield* this.#pages(apex, (after) => this.#page.all(zoneId, after));
  }

  /** What is below a name. */
  nodesBelow(zoneId: number, name: string): Generator<Node> {
    // A blank parts labels, and what sorts right behind it is `!`.
    return this.#pages(`${name} `, (after) => this.#pageBelow.all(zoneId, after, `${name}!`));
  }

  zone(apex: string): StoredZone {
    const zoneId = this.zoneId(apex);
    if (zoneId === undefined) return noZone;
    return { zoneId, nodes: this.nodes(zoneId, apex), apexRow: this.row(zoneId, apex) };
  }

  *#pages(after: string, read: (after: string) => [string, string][]): Generator<Node> {
    for (let last = after; ; ) {
      const page = read(last);
      for (const [name, row] of page) yield { name, row };
      if (page.length < ROWS_A_PAGE) return;
      last = page.at(-1)![0];
    }
  }
}

/** A zone that is not there. */
export const noZone: StoredZone = { zoneId: 0, nodes: [], apexRow: undefined };
