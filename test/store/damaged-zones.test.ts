import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import { openReader } from '../../src/store/reader.js';
import { StoreError } from '../../src/store/store-error.js';
import { openWriter } from '../../src/store/writer.js';
import { exampleZone, soa } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

/** A reader of a database with the zone example.com of id 1, damaged by a statement of SQL. */
function damage(t: ExecutionContext<unknown>, sql: string) {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  writer.close();
  new Sqlite(path).exec(sql).close();
  const reader = openReader(path);
  t.teardown(() => reader.close());
  return reader;
}

const setApex = (row: string): string => `UPDATE node SET records = '${row}' WHERE name = 'com example'`;

const failsSoaQuestions = test.macro((t, sql: string, message: RegExp) => {
  const reader = damage(t, sql);
  for (const zoneId of [-1, 1]) {
    const question = { tag: 'Q', qname: 'example.com', qclass: 'IN', qtype: 'SOA', remoteIp: '' } as const;
    const error = t.throws(() => reader.lookup({ ...question, zoneId }), { instanceOf: StoreError });
    t.is(error?.code, 'CORRUPT');
    t.regex(error?.message ?? '', message);
  }
});

test(
  'the SOA question for a zone whose apex is missing is an error',
  failsSoaQuestions,
  "DELETE FROM node WHERE name = 'com example'",
  /zone 1, example\.com, has 0 SOA records/,
);
test(
  'the SOA question for a zone whose apex has no SOA is an error',
  failsSoaQuestions,
  setApex('1 NS 60 ns.example.com.'),
  /has 0 SOA records/,
);
test(
  'the SOA question for a zone whose apex is an empty non-terminal is an error',
  failsSoaQuestions,
  setApex('1'),
  /has 0 SOA records/,
);
test(
  'the SOA question for a zone with two SOAs is an error',
  failsSoaQuestions,
  setApex(`1 SOA 60 ${soa}\n1 SOA 60 ${soa}`),
  /has 2 SOA records/,
);

const failsTransfer = test.macro((t, sql: string, message: RegExp) => {
  const reader = damage(t, sql);
  const error = t.throws(() => [...reader.transfer({ tag: 'AXFR', zoneId: 1 })], { instanceOf: StoreError });
  t.is(error?.code, 'CORRUPT');
  t.regex(error?.message ?? '', message);
});

test(
  'a transfer without a SOA ends with an error',
  failsTransfer,
  setApex('1 NS 60 ns.example.com.'),
  /zone 1, example\.com, has 0 SOA records/,
);
test(
  'a transfer with a second SOA, at any name, ends with an error',
  failsTransfer,
  `UPDATE node SET records = '1 SOA 60 ${soa}' WHERE name = 'com example www'`,
  /zone 1, example\.com, has 2 SOA records/,
);
