import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import type { ResourceRecord } from '../../src/dns/record.js';
import { openReader } from '../../src/store/reader.js';
import { StoreError, type StoreErrorCode } from '../../src/store/store-error.js';
import { openWriter } from '../../src/store/writer.js';
import { exampleZone, records, soa } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

const apex = records(`example.com 3600 SOA ${soa}`, 'example.com 3600 NS ns.example.net.');

function lookup(path: string, qname: string, qtype = 'ANY', zoneId = -1): string[] {
  const reader = openReader(path);
  const found = [...reader.lookup({ tag: 'Q', qname, qclass: 'IN', qtype, zoneId, remoteIp: '0.0.0.0' })];
  reader.close();
  return found.map((data) => `${data.qtype} ${data.content}`);
}

test('says what was written', (t) => {
  const writer = openWriter(join(temporaryFolder(t), 'records.db'));
  t.deepEqual(writer.replaceZone('Example.COM', exampleZone), {
    zoneId: 1,
    zoneName: 'example.com',
    outcome: 'added',
    serial: 7,
    oldSerial: undefined,
    records: 12,
    names: 7,
    addedRecords: 12,
    deletedRecords: 0,
  });
  writer.close();
});

test('a zone keeps its id when it is replaced, and nothing of the old one stays', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  writer.replaceZone('example.net', records(`example.net 60 SOA ${soa}`));
  t.is(writer.replaceZone('example.com', apex).zoneId, 1);
  writer.close();
  t.deepEqual(lookup(path, 'www.example.com', 'ANY', 1), []);
  t.deepEqual(lookup(path, 'b.a.example.com', 'ANY', 1), []);
  t.deepEqual(lookup(path, 'example.com', 'SOA'), [`SOA ${soa}`]);
});

test('no id is given a second time', (t) => {
  const writer = openWriter(join(temporaryFolder(t), 'records.db'));
  t.is(writer.replaceZone('example.com', apex).zoneId, 1);
  t.true(writer.deleteZone('EXAMPLE.com'));
  t.is(writer.replaceZone('example.com', apex).zoneId, 2);
  writer.close();
});

test('a deleted zone is gone with all its names', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  t.true(writer.deleteZone('example.com'));
  t.false(writer.deleteZone('example.com'));
  t.deepEqual([...writer.zones()], []);
  writer.close();
  t.deepEqual(lookup(path, 'www.example.com', 'ANY', 1), []);
});

test('the zones are listed in order, the root first', (t) => {
  const writer = openWriter(join(temporaryFolder(t), 'records.db'));
  for (const name of ['b.example', 'a.b.example', '.', 'a.example'])
    writer.replaceZone(name, records(`${name} 60 SOA ${soa}`));
  t.deepEqual(
    [...writer.zones()],
    [
      { zoneId: 3, zoneName: '.' },
      { zoneId: 4, zoneName: 'a.example' },
      { zoneId: 1, zoneName: 'b.example' },
      { zoneId: 2, zoneName: 'a.b.example' },
    ],
  );
  writer.close();
});

test('records of one owner need not stand together', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', [
    ...records('www.example.com 60 A 192.0.2.1', 'ftp.example.com 60 A 192.0.2.3'),
    ...apex,
    ...records('WWW.example.com 60 A 192.0.2.2'),
  ]);
  writer.close();
  t.deepEqual(lookup(path, 'www.example.com'), ['A 192.0.2.1', 'A 192.0.2.2']);
});

const refuses = test.macro((t, code: StoreErrorCode, owner: string, added: ResourceRecord[]) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  const error = t.throws(() => writer.replaceZone('example.com', added), { instanceOf: StoreError });
  t.is(error?.code, code);
  t.true(error?.message.includes(owner));
  t.deepEqual(lookup(path, 'www.example.com', 'TXT'), ['TXT "two" "strings"']);
  t.is(writer.replaceZone('example.com', apex).records, 2, 'the writer can be used again');
  writer.close();
});

test('a zone of no records is refused', refuses, 'NO_SOA', 'example.com', []);
test(
  'a zone without a SOA is refused',
  refuses,
  'NO_SOA',
  'example.com',
  records('www.example.com 60 A 192.0.2.1'),
);
test('a record of another zone is refused', refuses, 'OUT_OF_ZONE', 'www.example.net', [
  ...apex,
  ...records('www.example.net 60 A 192.0.2.1'),
]);
test(
  'a name that only ends in the letters of the zone is not in it',
  refuses,
  'OUT_OF_ZONE',
  'www-example.com',
  [...apex, ...records('www-example.com 60 A 192.0.2.1')],
);
test(
  'a CNAME beside other data is refused wherever they stand',
  refuses,
  'CNAME_AND_OTHER_DATA',
  'www.example.com',
  [
    ...records('www.example.com 60 A 192.0.2.1'),
    ...apex,
    ...records('www.example.com 60 CNAME a.example.com.'),
  ],
);
for (const [what, record] of Object.entries({
  'an empty content': { content: '' },
  'a content of blanks': { content: '  ' },
  'a newline in its content': { content: '"a\nb"' },
  'a tab in its content': { content: '"a\tb"' },
  'a type with a blank': { type: 'A 1' },
  'no type': { type: '' },
  'a type that is a question': { type: 'ANY' },
  'a negative TTL': { ttl: -1 },
  'a TTL above 2147483647': { ttl: 2147483648 },
  'a TTL that is no number': { ttl: Number.NaN },
})) {
  test(`a record with ${what} is refused`, refuses, 'BAD_RECORD', 'x.example.com', [
    ...apex,
    { name: 'x.example.com', type: 'TXT', ttl: 60, content: '"x"', ...record },
  ]);
}

test('if the records break off, nothing is changed, and the reason comes through as it is', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  const reason = new Error('the file ends in the middle');
  t.throws(
    () =>
      writer.replaceZone(
        'example.com',
        (function* () {
          yield* apex;
          throw reason;
        })(),
      ),
    { is: reason },
  );
  t.deepEqual(lookup(path, 'www.example.com', 'TXT'), ['TXT "two" "strings"']);
  t.is(
    writer.replaceZone('example.net', records(`example.net 60 SOA ${soa}`)).records,
    1,
    'and nothing is left over',
  );
  writer.close();
});

test('others can write while records are still coming', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  const other = openWriter(path, { busyTimeoutMs: 0 });
  writer.replaceZone(
    'example.com',
    (function* () {
      yield* apex;
      other.replaceZone('example.net', records(`example.net 60 SOA ${soa}`));
    })(),
  );
  t.is([...writer.zones()].length, 2);
  other.close();
  writer.close();
});

test('a full disk is said to be full, and the old zone stays', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  const { database } = writer as unknown as { database: { pragma(text: string): unknown } };
  database.pragma('max_page_count = 10');
  const many = Array.from({ length: 5000 }, (_, at) => `h${at}.example.com 60 A 192.0.2.1`);
  const error = t.throws(() => writer.replaceZone('example.com', [...apex, ...records(...many)]), {
    instanceOf: StoreError,
  });
  t.is(error?.code, 'DISK_FULL');
  t.regex(error?.message ?? '', /make room on the disk/);
  t.deepEqual(lookup(path, 'www.example.com', 'TXT'), ['TXT "two" "strings"']);
  writer.close();
});

test('a writer can be closed when its file is gone', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  rmSync(path);
  t.notThrows(() => writer.close());
});

test('a writer that closes while a reader has an older snapshot says how many bytes are left in the log', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  const transfer = openReader(path).transfer({ tag: 'AXFR', zoneId: 1 })[Symbol.iterator]();
  transfer.next();
  writer.replaceZone('example.com', apex);
  const left = writer.close();
  t.true(left > 0);
  t.is(left, statSync(`${path}-wal`).size);
  transfer.return!();
  const next = openWriter(path);
  t.is(next.close(), 0);
  t.is(statSync(`${path}-wal`).size, 0);
});

test('after a writer has closed, the file alone holds everything', (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  writer.close();
  const copy = join(folder, 'copy.db');
  copyFileSync(path, copy);
  t.deepEqual(lookup(copy, 'www.example.com', 'TXT'), ['TXT "two" "strings"']);
});

const leavesAlone = test.macro((t, code: StoreErrorCode, make: (path: string) => void) => {
  const path = join(temporaryFolder(t), 'records.db');
  make(path);
  const before = readFileSync(path);
  t.throws(() => openWriter(path), { instanceOf: StoreError, code });
  t.deepEqual(readFileSync(path), before);
});

test("another program's database is refused and left as it is", leavesAlone, 'NOT_OURS', (path) => {
  new Sqlite(path).exec('CREATE TABLE zone(name)').close();
});
test(
  "another program's database without tables is refused and left as it is",
  leavesAlone,
  'NOT_OURS',
  (path) => {
    new Sqlite(path).exec('PRAGMA application_id = 7').close();
  },
);
test('a database of a later version is refused and left as it is', leavesAlone, 'UNKNOWN_VERSION', (path) => {
  openWriter(path).close();
  new Sqlite(path).exec('PRAGMA user_version = 2').close();
});
test('a text file is refused and left as it is', leavesAlone, 'NOT_OURS', (path) => {
  writeFileSync(path, 'example.com. 3600 IN SOA '.repeat(100));
});

test('an empty file is made a database', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  writeFileSync(path, '');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  writer.close();
  t.deepEqual(lookup(path, 'www.example.com', 'TXT'), ['TXT "two" "strings"']);
});
