/** What does a database of PowerDNS's gsqlite3 backend hold? */

import type { Database } from 'better-sqlite3';
import type { PowerDnsRow } from '../zonefile/powerdns-row.js';
import { loadSqlite } from './addon.js';
import { checkPath } from './database.js';
import { explainError } from './sqlite-error.js';
import { StoreError } from './store-error.js';

/** A row of `domains`. */
export interface PowerDnsZone {
  readonly id: number;
  /** As it stands there. Characters are bytes. */
  readonly name: string;
  /** NATIVE, MASTER, SLAVE, PRIMARY, SECONDARY and what else there may be, in capitals. */
  readonly type: string;
}

/** A row of `records`. */
export interface NumberedRow extends PowerDnsRow {
  readonly id: number;
}

/** Longer than PowerDNS holds its file while it loads a zone (a guess). */
const BUSY_TIMEOUT_MS = 10_000;

const COLUMNS = ['name', 'type', 'content', 'ttl', 'prio', 'disabled'] as const;

/** Opens the file for reading only, all of it in the state that it has now. Throws StoreError. */
export function openPowerDnsDatabase(path: string): PowerDnsDatabase {
  const Sqlite = loadSqlite();
  checkPath(path);
  try {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      return new PowerDnsDatabase(path, database);
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/** Where the advice for a database of ours would lead astray. */
const OTHER_ADVICE: readonly string[] = ['NO_DATABASE', 'NOT_OURS', 'CORRUPT'];

function explain(error: unknown, path: string): unknown {
  const explained = explainError(error, path);
  if (!(explained instanceof StoreError) || !OTHER_ADVICE.includes(explained.code) || explained === error)
    return explained;
  const message = `${path}: ${(error as Error).message}: name the file that pdns.conf has as gsqlite3-database`;
  return new StoreError(explained.code, message, { cause: error });
}

/** The tables of any version of PowerDNS: 3.3 and before had no column `disabled`. */
export class PowerDnsDatabase {
  readonly #select: string;

  constructor(
    private readonly path: string,
    private readonly database: Database,
  ) {
    database.exec('BEGIN');
    const columns = columnsOf(database, 'records');
    const zoneColumns = columnsOf(database, 'domains');
    const needed = ['domain_id', 'name', 'type', 'content', 'ttl', 'prio'];
    if (
      !needed.every((column) => columns.has(column)) ||
      !['id', 'name', 'type'].every((column) => zoneColumns.has(column))
    ) {
      const message = `${path} has no tables domains and records as PowerDNS makes them: name the file that pdns.conf has as gsqlite3-database`;
      throw new StoreError('NOT_OURS', message);
    }
    // SQLite lets any type of value be in any column, and text may be no UTF-8.
    const values = COLUMNS.map((column) =>
      columns.has(column)
        ? `CAST(CAST(${column} AS TEXT) AS BLOB) AS ${column}`
        : `CAST('0' AS BLOB) AS ${column}`,
    );
    this.#select = `SELECT rowid AS id, ${values.join(', ')} FROM records WHERE domain_id = ? ORDER BY rowid`;
  }

  /** In the order of their names. */
  zones(): Iterable<PowerDnsZone> {
    const select =
      'SELECT id, CAST(name AS BLOB) AS name, upper(type) AS type FROM domains ORDER BY domains.name, id';
    return this.#rows<{ id: number; name: Buffer; type: string }, PowerDnsZone>(select, [], (row) => ({
      ...row,
      name: row.name.toString('latin1'),
    }));
  }

  /** The rows of one zone. */
  rows(zoneId: number): Iterable<NumberedRow> {
    return this.#rows<Record<(typeof COLUMNS)[number], Buffer | null> & { id: number }, NumberedRow>(
      this.#select,
      [zoneId],
      ({ id, name, type, content, ttl, prio, disabled }) => ({
        id,
        name: textOf(name),
        type: textOf(type),
        content: textOf(content),
        ttl: textOf(ttl),
        prio: textOf(prio),
        disabled: textOf(disabled),
      }),
    );
  }

  close(): void {
    this.database.close();
  }

  *#rows<Row, Result>(
    select: string,
    parameters: readonly unknown[],
    toResult: (row: Row) => Result,
  ): Generator<Result> {
    try {
      for (const row of this.database.prepare<unknown[], Row>(select).iterate(...parameters))
        yield toResult(row);
    } catch (error) {
      throw explain(error, this.path);
    }
  }
}

function textOf(value: Buffer | null): string {
  return value === null ? '' : value.toString('latin1');
}

function columnsOf(database: Database, table: string): ReadonlySet<string> {
  return new Set(
    database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table),
  );
}
