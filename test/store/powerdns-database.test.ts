import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { openPowerDnsDatabase } from '../../src/store/powerdns-database.js';
import { StoreError } from '../../src/store/store-error.js';
import { temporaryFolder } from './temporary-folder.js';

/** The columns that count of PowerDNS 4's schema.sqlite3.sql, and those of PowerDNS 3.3. */
const domains =
  'CREATE TABLE domains (id INTEGER PRIMARY KEY, name VARCHAR(255) NOT NULL COLLATE NOCASE, master VARCHAR(128), type VARCHAR(6) NOT NULL);';
const records = `${domains} CREATE TABLE records (id INTEGER PRIMARY KEY, domain_id INTEGER, name VARCHAR(255),
  type VARCHAR(10), content VARCHAR(65535), ttl INTEGER, prio INTEGER, disabled BOOLEAN DEFAULT 0, auth BOOL DEFAULT 1);`;
const oldRecords = `${domains} CREATE TABLE records (id INTEGER PRIMARY KEY, domain_id INTEGER, name VARCHAR(255),
  type VARCHAR(6), content VARCHAR(255), ttl INTEGER, prio INTEGER, change_date INTEGER);`;

function open(t: ExecutionContext, sql: string) {
  const path = join(temporaryFolder(t), 'pdns.sqlite3');
  const writer = new Sqlite(path);
  writer.exec(sql);
  t.teardown(() => writer.close());
  const database = openPowerDnsDatabase(path);
  t.teardown(() => database.close());
  return { database, writer };
}

test('zones come by name, their types in capitals; rows as text, NULL as the empty one', (t) => {
  const { database } = open(
    t,
    `${records}
    INSERT INTO domains VALUES (1, 'b.example', NULL, 'NATIVE'), (2, 'A.example', '192.0.2.1', 'slave');
    INSERT INTO records VALUES (1, 1, 'b.example', 'MX', 'mail.b.example', 300, 10, 0, 1), (2, 1, NULL, NULL, NULL, NULL, NULL, NULL, 1),
      (3, 2, 'a.example', 'A', '192.0.2.1', 60, 0, 0, 1);`,
  );
  t.deepEqual(
    [...database.zones()],
    [
      { id: 2, name: 'A.example', type: 'SLAVE' },
      { id: 1, name: 'b.example', type: 'NATIVE' },
    ],
  );
  t.deepEqual(
    [...database.rows(1)],
    [
      {
        id: 1,
        name: 'b.example',
        type: 'MX',
        content: 'mail.b.example',
        ttl: '300',
        prio: '10',
        disabled: '0',
      },
      { id: 2, name: '', type: '', content: '', ttl: '', prio: '', disabled: '' },
    ],
  );
});

test('characters are bytes, in a text that is UTF-8 as in one that is none, up to a NUL and beyond', (t) => {
  const { database } = open(
    t,
    `${records} INSERT INTO records VALUES (1, 1, 'x', 'TXT', 'grüß', 1, 0, 0, 1), (2, 1, 'x', 'TXT', CAST(x'ff00fe' AS TEXT), 1, 0, 0, 1);`,
  );
  t.deepEqual(
    [...database.rows(1)].map(({ content }) => content),
    ['gr\xc3\xbc\xc3\x9f', '\xff\x00\xfe'],
  );
});

test('the tables of PowerDNS 3.3, without a column disabled, are read as well: every row is enabled', (t) => {
  const { database } = open(
    t,
    `${oldRecords} INSERT INTO records VALUES (1, 1, 'x', 'A', '192.0.2.1', 60, NULL, 0);`,
  );
  t.like([...database.rows(1)][0], { disabled: '0', prio: '' });
});

test('all that is read is of one state, whatever others write meanwhile', (t) => {
  const { database, writer } = open(
    t,
    `PRAGMA journal_mode = WAL; ${records} INSERT INTO domains VALUES (1, 'a.example', NULL, 'NATIVE');
    INSERT INTO records VALUES (1, 1, 'a.example', 'A', '192.0.2.1', 60, 0, 0, 1);`,
  );
  t.is([...database.zones()].length, 1);
  writer.exec('DELETE FROM records');
  t.is([...database.rows(1)].length, 1);
});

const isWrong = test.macro({
  exec(t, make: (path: string) => void, code: StoreError['code'], because: RegExp) {
    const path = join(temporaryFolder(t), 'pdns.sqlite3');
    make(path);
    const error = t.throws(() => openPowerDnsDatabase(path), { instanceOf: StoreError });
    t.is(error!.code, code);
    t.regex(error!.message, because);
    t.true(error!.message.includes(path));
  },
  title: (note, _, code: string) => `${note}: ${code}`,
});

const run = (sql: string) => (path: string) => void new Sqlite(path).exec(sql).close();
test('no file', isWrong, () => {}, 'NO_DATABASE', /gsqlite3-database/);
test(
  'no database',
  isWrong,
  (path) => writeFileSync(path, 'records'.repeat(1000)),
  'NOT_OURS',
  /gsqlite3-database/,
);
test('another database', isWrong, run('CREATE TABLE records (name)'), 'NOT_OURS', /gsqlite3-database/);
test('no records', isWrong, run(domains), 'NOT_OURS', /gsqlite3-database/);
