/** What does an error of SQLite mean to the operator? */

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError, type StoreErrorCode } from './store-error.js';

/** Runs `action`, which works on the database at `path`, and turns SQLite's errors into ours. */
export function explained<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw explainError(error, path);
  }
}

/** An error as the operator should see it. What is not SQLite's is returned as it came. */
export function explainError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof TypeError && error.message.includes('directory does not exist')) {
    const message = `${path}: there is no directory ${dirname(path)}: make it first`;
    return new StoreError('NO_DATABASE', message, { cause: error });
  }
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return error;
  const [ourCode, advice] = explain(code, path);
  return new StoreError(ourCode, `${path}: ${error.message} (${code}): ${advice}`, { cause: error });
}

/** The user this process runs as, for messages about permissions. */
export function thisUser(): string {
  return `user ${process.getuid?.() ?? 'of this process'}`;
}

/** By the primary result code; the extended ones begin with it (https://sqlite.org/rescode.html). */
function explain(sqliteCode: string, path: string): [StoreErrorCode, string] {
  const directory = dirname(path);
  const makesFiles = `make files in its directory ${directory} (the write-ahead log)`;
  const replacing = `Import the zones into a new file and put that in its place: rm -f ${path}-wal ${path}-shm; mv NEW ${path}`;
  switch (sqliteCode.split('_', 2)[1]) {
    case 'BUSY':
      return ['LOCKED', `another process holds it: see which with \`fuser -v ${path}\``];
    case 'CORRUPT':
      return ['CORRUPT', `it is damaged, or was replaced while processes had it open. ${replacing}`];
    case 'ERROR':
      return ['CORRUPT', 'its tables are not those that pdns-pipe made; import the zones into a new file'];
    case 'NOTADB':
      return ['NOT_OURS', 'name another file, or make one with `pdns-pipe import`'];
    case 'FULL':
      return noRoom(directory);
    case 'IOERR':
      return explainIoError(sqliteCode, directory, replacing);
    case 'READONLY':
      return sqliteCode === 'SQLITE_READONLY_DIRECTORY'
        ? ['UNWRITABLE', `${thisUser()} must be able to ${makesFiles}`]
        : ['UNWRITABLE', `${thisUser()} must be able to write it, and to ${makesFiles}`];
    case 'CANTOPEN':
      return isMissing(path)
        ? ['NO_DATABASE', 'there is no such file; make it with `pdns-pipe import`']
        : ['UNREADABLE', `${thisUser()} must be able to read it, and to ${makesFiles}`];
    default:
      return lookAtDisk;
  }
}

const lookAtDisk: [StoreErrorCode, string] = ['UNREADABLE', 'look at the disk and the system log'];

function explainIoError(sqliteCode: string, directory: string, replacing: string): [StoreErrorCode, string] {
  switch (sqliteCode) {
    case 'SQLITE_IOERR_WRITE':
    case 'SQLITE_IOERR_SHMSIZE':
      return noRoom(directory);
    case 'SQLITE_IOERR_SHORT_READ':
      return ['CORRUPT', `it was cut off, or its write-ahead log is that of another file. ${replacing}`];
    default:
      return lookAtDisk;
  }
}

function noRoom(directory: string): [StoreErrorCode, string] {
  return [
    'DISK_FULL',
    `make room on the disk of ${directory}, or allow larger files (\`ulimit -f\`); nothing was changed`,
  ];
}

function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
