import test from 'ava';
import { explainError } from '../../src/store/sqlite-error.js';
import { StoreError, type StoreErrorCode } from '../../src/store/store-error.js';

const isExplained = test.macro((t, sqliteCode: string, code: StoreErrorCode, advice: string) => {
  const cause = Object.assign(new Error('disk I/O error'), { code: sqliteCode });
  const error = explainError(cause, '/var/lib/pdns-pipe/records.db') as StoreError;
  t.true(error instanceof StoreError);
  t.is(error.code, code);
  t.is(error.cause, cause);
  t.true(error.message.startsWith(`/var/lib/pdns-pipe/records.db: disk I/O error (${sqliteCode}): `));
  t.true(error.message.includes(advice), error.message);
});

const makeRoom = 'make room on the disk of /var/lib/pdns-pipe, or allow larger files (`ulimit -f`)';
test('a full disk: make room', isExplained, 'SQLITE_FULL', 'DISK_FULL', makeRoom);
test(
  'a write that fails, as over a limit: make room',
  isExplained,
  'SQLITE_IOERR_WRITE',
  'DISK_FULL',
  makeRoom,
);
test(
  'an index of the write-ahead log that can not grow: make room',
  isExplained,
  'SQLITE_IOERR_SHMSIZE',
  'DISK_FULL',
  makeRoom,
);

const replace =
  'rm -f /var/lib/pdns-pipe/records.db-wal /var/lib/pdns-pipe/records.db-shm; mv NEW /var/lib/pdns-pipe/records.db';
test('a file cut off: how to replace it', isExplained, 'SQLITE_IOERR_SHORT_READ', 'CORRUPT', replace);
test('a damaged file: how to replace it', isExplained, 'SQLITE_CORRUPT', 'CORRUPT', replace);

test('any other error of the disk: look at it', isExplained, 'SQLITE_IOERR_READ', 'UNREADABLE', 'system log');

test("what is not SQLite's stays as it is", (t) => {
  const error = new RangeError('x');
  t.is(explainError(error, 'records.db'), error);
});
