/** How is a database file opened, and what do its errors mean? */

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { loadSqlite } from './addon.js';
import { checkMarks, createSchema } from './schema.js';
import { StoreError, type StoreErrorCode } from './store-error.js';

/** Opens a file for reading. It must be one of ours. */
export function openForReading(path: string, busyTimeoutMs: number): Database {
  const Sqlite = loadSqlite();
  return explained(path, () => {
    const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
    try {
      // No memory map: SQLite can't catch the signal that comes when somebody truncates the file.
      database.pragma('mmap_size = 0');
      database.pragma('cache_size = -32000');
      checkMarks(
        database.pragma('application_id', { simple: true }),
        database.pragma('user_version', { simple: true }),
        path,
      );
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
  return explained(path, () => {
    const database = new Sqlite(path, { timeout: busyTimeoutMs });
    try {
      database.pragma('journal_mode = WAL');
      database
        .transaction(() => {
          const isEmpty = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
          const application = database.pragma('application_id', { simple: true });
          if (isEmpty && application === 0) createSchema(database);
          else checkMarks(application, database.pragma('user_version', { simple: true }), path);
        })
        .immediate();
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  });
}

/** Runs `action`, which works on the database at `path`, and turns SQLite's errors into ours. */
export function explained<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw explainError(error, path);
  }
}

/** What an error means to the operator. What is not SQLite's is returned as it came. */
export function explainError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const sqliteCode = (error as { code?: unknown }).code;
  if (typeof sqliteCode !== 'string' || !sqliteCode.startsWith('SQLITE_')) {
    if (!(error instanceof TypeError && error.message.includes('directory does not exist'))) return error;
    return new StoreError('NO_DATABASE', `${dirname(path)} is not there: make that directory first`, {
      cause: error,
    });
  }
  const { code, advice } = explain(sqliteCode, path);
  return new StoreError(code, `${path}: ${error.message} (${sqliteCode}): ${advice}`, { cause: error });
}

function explain(sqliteCode: string, path: string): { code: StoreErrorCode; advice: string } {
  const directory = dirname(path);
  const user = `user ${process.getuid?.() ?? 'of this process'}`;
  switch (sqliteCode.split('_', 2).join('_')) {
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return { code: 'LOCKED', advice: 'another process holds it; find out which with `fuser`' };
    case 'SQLITE_CORRUPT':
      return {
        code: 'CORRUPT',
        advice: 'it is damaged; import the zones into a new file and rename that over it',
      };
    case 'SQLITE_NOTADB':
      return { code: 'NOT_OURS', advice: 'name another file, or make one with `pdns-pipe import`' };
    case 'SQLITE_FULL':
      return { code: 'DISK_FULL', advice: `make room on the disk of ${directory}; nothing was changed` };
    case 'SQLITE_READONLY':
      return {
        code: 'UNWRITABLE',
        advice: `${user} must be able to write it and its directory ${directory}`,
      };
    case 'SQLITE_CANTOPEN':
      return isThere(path)
        ? {
            code: 'UNREADABLE',
            advice: `${user} must be able to read it, and to make files in its directory ${directory} (the write-ahead log)`,
          }
        : { code: 'NO_DATABASE', advice: 'there is no such file; make it with `pdns-pipe import`' };
    default:
      return { code: 'UNREADABLE', advice: 'look at the disk and the system log' };
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
