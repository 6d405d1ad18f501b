import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import { openReader } from '../../src/store/reader.js';
import { StoreError, type StoreErrorCode } from '../../src/store/store-error.js';
import { writeHosts } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

const maxStalenessMs = 20;
const hosts = 3000;

interface Served {
  readonly path: string;
  /** What is said about a host: an address, an error's code, or 'nothing'. */
  ask(host?: number): string;
}

/** A reader of a file. */
function serve(t: ExecutionContext<unknown>, path = join(temporaryFolder(t), 'records.db')): Served {
  const reader = openReader(path, { maxStalenessMs, busyTimeoutMs: 50, setAlarm: () => true });
  t.teardown(() => reader.close());
  const ask = (host = 0): string => {
    try {
      const question = {
        tag: 'Q' as const,
        qname: `host${host}.example.com`,
        qclass: 'IN',
        qtype: 'ANY',
        zoneId: 1,
        remoteIp: '',
      };
      return [...reader.lookup(question)][0]?.content ?? 'nothing';
    } catch (error) {
      if (error instanceof StoreError) return error.code;
      throw error;
    }
  };
  return { path, ask };
}

/** A reader that has answered from a good file, so many questions at once that it holds a snapshot. */
function serveGoodFile(t: ExecutionContext<unknown>): Served {
  const served = serve(t);
  writeHosts(served.path, '192.0.2.1', hosts);
  for (let host = 0; host < 1000; host += 1) if (served.ask(host) !== '192.0.2.1') t.fail(`host${host}`);
  return served;
}

const passStaleness = (): Promise<void> => sleep(maxStalenessMs + 10);

const failsAndRecovers = test.macro(async (t, code: StoreErrorCode, breakFile: (path: string) => void) => {
  const { path, ask } = serveGoodFile(t);
  breakFile(path);
  await passStaleness();
  for (const host of [0, 1500, 2999]) t.is(ask(host), code);
  rmSync(path, { recursive: true, force: true });
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  writeHosts(path, '192.0.2.2', hosts);
  await passStaleness();
  for (const host of [0, 1500, 2999]) t.is(ask(host), '192.0.2.2');
});

test('a deleted file is an error, and a new one is served', failsAndRecovers, 'NO_DATABASE', (path) =>
  rmSync(path),
);
test('a directory in place of the file is an error', failsAndRecovers, 'NOT_A_FILE', (path) => {
  rmSync(path);
  mkdirSync(path);
});
test(
  'a file truncated to nothing, which is an empty database to SQLite, is an error',
  failsAndRecovers,
  'NOT_OURS',
  (path) => truncateSync(path),
);
test('a file of zeros is an error', failsAndRecovers, 'NOT_OURS', (path) =>
  writeFileSync(path, Buffer.alloc(statSync(path).size)),
);
test('a file of other content is an error', failsAndRecovers, 'NOT_OURS', (path) =>
  writeFileSync(path, 'example.com. 3600 IN SOA '.repeat(10_000)),
);
test('a damaged header is an error', failsAndRecovers, 'NOT_OURS', (path) => {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xff, 0, 16));
});
test("another program's database is an error", failsAndRecovers, 'NOT_OURS', (path) => {
  rmSync(path);
  const database = new Sqlite(path);
  database.exec('CREATE TABLE node(zone, name, records)');
  database.close();
});
test('a database of a later version is an error', failsAndRecovers, 'UNKNOWN_VERSION', (path) => {
  const database = new Sqlite(path);
  database.pragma('user_version = 2');
  database.close();
});

test('a database of ours without its tables is an error', failsAndRecovers, 'CORRUPT', (path) => {
  const database = new Sqlite(path);
  database.exec('DROP TABLE node');
  database.close();
});

test('a missing file is an error that says what to do', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const reader = openReader(path);
  const error = t.throws(() => [...reader.transfer({ tag: 'AXFR', zoneId: 1 })], { instanceOf: StoreError });
  t.is(error?.code, 'NO_DATABASE');
  t.true(error?.message.includes(`${path}: `));
  t.regex(error?.message ?? '', /pdns-pipe import/);
});

test('a missing directory is an error', (t) => {
  t.is(serve(t, join(temporaryFolder(t), 'nowhere', 'records.db')).ask(), 'NO_DATABASE');
});

const neverSaysNothing = test.macro(async (t, breakFile: (path: string) => void, goodAnswers: string[]) => {
  const { path, ask } = serveGoodFile(t);
  breakFile(path);
  await passStaleness();
  const said = new Set(Array.from({ length: hosts }, (_, host) => ask(host)));
  t.log([...said].join(', '));
  t.false(said.has('nothing'));
  for (const answer of said) t.true(goodAnswers.includes(answer), answer);
});

test(
  'a file cut in half fails the names that were cut off',
  neverSaysNothing,
  (path) => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096),
  ['192.0.2.1', 'CORRUPT'],
);
test(
  'a file cut inside a page fails the names that were cut off',
  neverSaysNothing,
  (path) => truncateSync(path, Math.floor(statSync(path).size / 2) + 1),
  ['192.0.2.1', 'CORRUPT'],
);
test(
  'pages overwritten with zeros fail the names that stood there',
  neverSaysNothing,
  (path) => writeFileSync(path, readFileSync(path).fill(0, 4096 * 10, 4096 * 20)),
  ['192.0.2.1', 'CORRUPT'],
);
test(
  'pages overwritten with letters fail the names that stood there',
  neverSaysNothing,
  (path) => writeFileSync(path, readFileSync(path).fill('x', 4096 * 10, 4096 * 20)),
  ['192.0.2.1', 'CORRUPT'],
);

test('names on sound pages are answered after one on a damaged page was not', async (t) => {
  const { path, ask } = serveGoodFile(t);
  writeFileSync(path, readFileSync(path).fill('x', 4096 * 10, 4096 * 11));
  await passStaleness();
  const said = Array.from({ length: hosts }, (_, host) => ask(host));
  t.true(said.filter((answer) => answer === '192.0.2.1').length > hosts * 0.9);
  t.true(said.includes('CORRUPT'));
});

const servesTheNewFile = test.macro(async (t, count: number, replace: (from: string, to: string) => void) => {
  const { path, ask } = serveGoodFile(t);
  const other = join(temporaryFolder(t), 'other.db');
  writeHosts(other, '192.0.2.2', count);
  replace(other, path);
  await passStaleness();
  for (let host = 0; host < count; host += 1)
    if (ask(host) !== '192.0.2.2') t.fail(`host${host}: ${ask(host)}`);
  t.is(ask(count), 'nothing');
});

for (const [what, count] of Object.entries({ 'of the same size': hosts, smaller: 500, larger: 9000 })) {
  test(`a file renamed over the old one is served, ${what}`, servesTheNewFile, count, renameSync);
  test(`a file copied over the old one is served, ${what}`, servesTheNewFile, count, copyFileSync);
}

test('a file that another process keeps locked is an error, and is served once it is free', async (t) => {
  const { path, ask } = serve(t);
  writeHosts(path, '192.0.2.1', hosts);
  const holder = new Sqlite(path);
  holder.pragma('locking_mode = EXCLUSIVE');
  holder.exec('BEGIN EXCLUSIVE');
  t.is(ask(), 'LOCKED');
  holder.exec('COMMIT');
  holder.close();
  await passStaleness();
  t.is(ask(), '192.0.2.1');
});

test('a file of ours in rollback-journal mode, locked by a writer, is an error, and is served once it is free', async (t) => {
  const { path, ask } = serve(t);
  writeHosts(path, '192.0.2.1', hosts);
  const holder = new Sqlite(path);
  holder.pragma('journal_mode = DELETE');
  holder.exec('BEGIN EXCLUSIVE');
  t.is(ask(), 'LOCKED');
  holder.exec('COMMIT');
  holder.close();
  await passStaleness();
  t.is(ask(), '192.0.2.1');
});

test('while the file can not be opened, questions fail at once', async (t) => {
  const { path, ask } = serve(t);
  writeHosts(path, '192.0.2.1', hosts);
  const holder = new Sqlite(path);
  holder.pragma('locking_mode = EXCLUSIVE');
  holder.exec('BEGIN EXCLUSIVE');
  t.is(ask(), 'LOCKED');
  // A try takes the busy timeout of 50 ms. The first question after one comes too soon for another, unless this process
  // was paused.
  const times = Array.from({ length: 10 }, () => {
    const start = performance.now();
    t.is(ask(), 'LOCKED');
    return performance.now() - start;
  });
  t.true(Math.min(...times) < 25, times.join(' '));
  holder.close();
});
