/** How is a database file opened and closed? */

import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { loadSqlite } from './addon.js';
import { checkMarks, createSchema } from './schema.js';
import { explainError, explained } from './sqlite-error.js';
import { StoreError } from './store-error.js';

/**
 * KiB of a file that a reader keeps in memory, taken as they are read. Measured with 6.6 million records (355 MB) and
 * names as skewed as those of real traffic: a lookup takes 9.1 us with 2 MB, 6.4 with 8, 5.4 with 32, 5.5 with 64. With a
 * million records (59 MB) and names drawn evenly, a question takes 1 to 2 us less with 64 than with 32: it all fits.
 */
const CACHE_KIB = 64_000;

/** How long a writer that is done waits for readers, to fold the write-ahead log in: longer than max-staleness. */
const CLOSING_TIMEOUT_MS = 500;

/** How long a reader waits for a lock unless it is told: well below PowerDNS's pipe-timeout. */
export const READER_BUSY_TIMEOUT_MS = 500;

/** Opens a file for reading. It must be one of ours. */
export function openForReading(path: string, busyTimeoutMs = READER_BUSY_TIMEOUT_MS): Database {
  const Sqlite = loadSqlite();
  checkPath(path);
  return explained(path, () => {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
    try {
      // No memory map: SQLite can't catch the signal that comes when somebody truncates the file.
      database.pragma('mmap_size = 0');
      database.pragma(`cache_size = -${CACHE_KIB}`);
      checkFile(database, path);
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  });
}

/** Opens a file for writing. It is made if it isn't there. */
export function openForWriting(path: string, busyTimeoutMs: number): Database {
  const Sqlite = loadSqlite();
  checkPath(path);
  return explained(path, () => {
    const database = new Sqlite(path, { timeout: busyTimeoutMs });
    try {
      // What is not ours stays as it is, its journal mode too.
      if (!isEmpty(database)) checkFile(database, path);
      database.pragma('journal_mode = WAL');
      const makeOrCheck = (): void =>
        isEmpty(database) ? createSchema(database) : checkFile(database, path);
      database.transaction(makeOrCheck).immediate();
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  });
}

/**
 * Closes a file that was written: the write-ahead log is folded in, so that the file alone holds everything. If that
 * can't be done now, because of a reader or a full disk, the next writer does it; nothing is lost. Returns how many bytes
 * are left in the log: 0 when it was folded in.
 *
 * The log and its index stay, empty, since the last to close was a reader. So a user who can't make files in the
 * directory can read the database: root imports, PowerDNS's user serves (https://sqlite.org/wal.html#readonly).
 */
export function closeAfterWriting(database: Database, path: string): number {
  let reader: Database | undefined;
  try {
    reader = openForReading(path, CLOSING_TIMEOUT_MS);
    database.pragma(`busy_timeout = ${CLOSING_TIMEOUT_MS}`);
    const isBusy = database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0;
    return isBusy ? logBytes(path) : 0;
  } catch (error) {
    if (!(explainError(error, path) instanceof StoreError)) throw error;
    return logBytes(path);
  } finally {
    database.close();
    reader?.close();
  }
}

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** SQLite would wait for ever for whoever writes into a pipe, and better-sqlite3 reads more into some names. */
export function checkPath(path: string): void {
  if (path === ':memory:' || path !== path.trim() || path === '') {
    throw new StoreError(
      'NOT_A_FILE',
      `'${path}' can't be the name of a database: it is empty, begins or ends with a blank, or is :memory:; name another file`,
    );
  }
  if (isOtherThanFile(path)) {
    throw new StoreError(
      'NOT_A_FILE',
      `${path} is a directory, a pipe, a socket or a device: a database is a regular file; name one`,
    );
  }
}

/** What can't be looked at is left to SQLite, which says why. */
function isOtherThanFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  } catch {
    return false;
  }
}

function isEmpty(database: Database): boolean {
  return (
    readMark(database, 'application_id') === 0 &&
    database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  );
}

function checkFile(database: Database, path: string): void {
  checkMarks(readMark(database, 'application_id'), readMark(database, 'user_version'), path);
}

function readMark(database: Database, mark: 'application_id' | 'user_version'): unknown {
  return database.pragma(mark, { simple: true });
}
