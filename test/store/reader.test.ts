import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { Backend } from '../../src/conversation/backend.js';
import type { Data } from '../../src/protocol/reply.js';
import { openReader } from '../../src/store/reader.js';
import { StoreError } from '../../src/store/store-error.js';
import { openWriter } from '../../src/store/writer.js';
import { exampleZone, records, soa } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

let backend: Backend;
const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-store-'));

test.before(() => {
  const path = join(folder, 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  writer.replaceZone(
    'sub.example.com',
    records(`sub.example.com 60 SOA ${soa}`, 'www.sub.example.com 60 A 192.0.2.99'),
  );
  writer.replaceZone('.', records(`. 60 SOA ${soa}`, 'org 60 NS ns.org.', 'a\\.b.test 60 A 192.0.2.4'));
  writer.close();
  backend = openReader(path);
});

test.after.always(() => {
  backend.close();
  rmSync(folder, { recursive: true, force: true });
});

const line = ({ qname, qtype, ttl, zoneId, content, auth }: Data): string =>
  `${qname} ${qtype} ${ttl} ${zoneId} ${content} ${auth ? 'auth' : 'not auth'}`;

const answers = test.macro((t, qname: string, qtype: string, zoneId: number, ...expected: string[]) => {
  t.deepEqual(
    Array.from(backend.lookup({ tag: 'Q', qname, qclass: 'IN', qtype, zoneId, remoteIp: '0.0.0.0' }), line),
    expected,
  );
});

test(
  'an apex has its SOA and nothing else',
  answers,
  'example.com',
  'SOA',
  -1,
  `example.com SOA 3600 1 ${soa} auth`,
);
test(
  'names match without regard to case, and are answered as asked',
  answers,
  'eXample.COM',
  'SOA',
  -1,
  `eXample.COM SOA 3600 1 ${soa} auth`,
);
test("below the apex there is no SOA, least of all the parent's", answers, 'www.example.com', 'SOA', -1);
test('the root is a zone like any other', answers, '.', 'SOA', -1, `. SOA 60 3 ${soa} auth`);
test(
  'a SOA question with the id of a zone has the SOA too',
  answers,
  'example.com',
  'SOA',
  1,
  `example.com SOA 3600 1 ${soa} auth`,
);
test(
  'ANY has all records of a name',
  answers,
  'www.example.com',
  'ANY',
  1,
  'www.example.com A 300 1 192.0.2.80 auth',
  'www.example.com A 300 1 192.0.2.81 auth',
  'www.example.com TXT 600 1 "two" "strings" auth',
);
test(
  'a type has the records of that type',
  answers,
  'www.example.com',
  'TXT',
  1,
  'www.example.com TXT 600 1 "two" "strings" auth',
);
test('a name that is not there has nothing', answers, 'nowhere.example.com', 'ANY', 1);
test(
  'a wildcard is answered literally',
  answers,
  '*.wild.example.com',
  'ANY',
  1,
  '*.wild.example.com A 60 1 192.0.2.7 auth',
);
test('a wildcard is not expanded', answers, 'x.wild.example.com', 'ANY', 1);
test('an empty non-terminal exists', answers, 'b.a.example.com', 'ANY', 1, 'b.a.example.com ENT 0 1  auth');
test('an empty non-terminal has no data', answers, 'b.a.example.com', 'A', 1);
test(
  "with the parent's id a cut has the parent's data",
  answers,
  'sub.example.com',
  'ANY',
  1,
  'sub.example.com NS 3600 1 ns.deep.sub.example.com. not auth',
  'sub.example.com DS 3600 1 4711 13 2 00ff auth',
  'sub.example.com TXT 3600 1 "at the cut" not auth',
);
test(
  "with the child's id a cut has the child's data",
  answers,
  'sub.example.com',
  'ANY',
  2,
  `sub.example.com SOA 60 2 ${soa} auth`,
);
test(
  'without an id the deepest zone counts',
  answers,
  'sub.example.com',
  'ANY',
  -1,
  `sub.example.com SOA 60 2 ${soa} auth`,
);
test(
  'without an id a name below a zone belongs to it',
  answers,
  'www.sub.example.com',
  'A',
  -1,
  'www.sub.example.com A 60 2 192.0.2.99 auth',
);
test("without an id the parent's glue is not seen", answers, 'ns.deep.sub.example.com', 'A', -1);
test(
  'without an id a name in no other zone belongs to the root',
  answers,
  'org',
  'NS',
  -1,
  'org NS 60 3 ns.org. not auth',
);
test('a zone has no names but its own', answers, 'www.example.com', 'ANY', 3);
test(
  'a dot inside a label is no boundary',
  answers,
  'a\\.b.test',
  'A',
  3,
  'a\\.b.test A 60 3 192.0.2.4 auth',
);
test(
  'an escaped letter is that letter',
  answers,
  'a\\046b.te\\115t',
  'A',
  3,
  'a\\046b.te\\115t A 60 3 192.0.2.4 auth',
);

const isAskedWithAForeignId = test.macro(
  (t, qname: string, qtype: string, zoneId: number, message: RegExp) => {
    const error = t.throws(
      () => backend.lookup({ tag: 'Q', qname, qclass: 'IN', qtype, zoneId, remoteIp: '' }),
      { instanceOf: StoreError, code: 'NO_ZONE' },
    );
    t.regex(error?.message ?? '', message);
  },
);
test(
  'a name that is there, asked for with an id that no zone has, is an error',
  isAskedWithAForeignId,
  'www.example.com',
  'ANY',
  99,
  /www\.example\.com is in zone 1, not in 99/,
);
test(
  'a name that is there, asked for with the id of a zone that it is not in, is an error',
  isAskedWithAForeignId,
  'www.example.com',
  'A',
  2,
  /www\.example\.com is in zone 1, not in 2/,
);
test(
  'an empty non-terminal, asked for with the id of another database, is an error',
  isAskedWithAForeignId,
  'b.a.example.com',
  'ANY',
  99,
  /zone 1/,
);
test(
  'a SOA question with the id of a zone that the name is not in is an error',
  isAskedWithAForeignId,
  'example.com',
  'SOA',
  2,
  /example\.com is in zone 1, not in 2/,
);
test("a SOA question for a child with the parent's id has none", answers, 'sub.example.com', 'SOA', 1);
test("a name in another backend's zone has nothing here", answers, 'www.elsewhere.test', 'ANY', 2);
test(
  "what a parent has at and below a cut is not in the way of another backend's child zone",
  answers,
  'org',
  'ANY',
  2,
);

test('a name that is none is an error', (t) => {
  t.throws(
    () => backend.lookup({ tag: 'Q', qname: 'a..b', qclass: 'IN', qtype: 'ANY', zoneId: 1, remoteIp: '' }),
    { code: 'BAD_NAME' },
  );
});

test('a transfer has every record, the SOA first, names below cuts too, and no empty non-terminals', (t) => {
  t.deepEqual(Array.from(backend.transfer({ tag: 'AXFR', zoneId: 1, zoneName: 'Example.com' }), line), [
    `example.com SOA 3600 1 ${soa} auth`,
    'example.com NS 3600 1 ns.example.com. auth',
    'host.c.b.a.example.com A 60 1 192.0.2.9 auth',
    'ns.example.com A 3600 1 192.0.2.53 auth',
    'sub.example.com NS 3600 1 ns.deep.sub.example.com. not auth',
    'sub.example.com DS 3600 1 4711 13 2 00ff auth',
    'sub.example.com TXT 3600 1 "at the cut" not auth',
    'ns.deep.sub.example.com A 3600 1 192.0.2.153 not auth',
    '*.wild.example.com A 60 1 192.0.2.7 auth',
    'www.example.com A 300 1 192.0.2.80 auth',
    'www.example.com A 300 1 192.0.2.81 auth',
    'www.example.com TXT 600 1 "two" "strings" auth',
  ]);
});

test('a transfer by id alone is enough', (t) => {
  t.is([...backend.transfer({ tag: 'AXFR', zoneId: 2 })].length, 2);
});

const refusesTransfer = test.macro((t, zoneId: number, zoneName: string | undefined, message: RegExp) => {
  const request = { tag: 'AXFR' as const, zoneId, ...(zoneName === undefined ? {} : { zoneName }) };
  const error = t.throws(() => [...backend.transfer(request)], { instanceOf: StoreError, code: 'NO_ZONE' });
  t.regex(error?.message ?? '', message);
});
test('a transfer of a zone that is not there is an error', refusesTransfer, 99, undefined, /no zone 99/);
test('a transfer of no zone is an error', refusesTransfer, -1, undefined, /no zone -1/);
test(
  'a transfer whose id and name differ is an error',
  refusesTransfer,
  1,
  'example.org',
  /zone 1 .* is example\.com, not example\.org/,
);

test('a transfer shows one state of the zone, and the writer does not wait for it', (t) => {
  const file = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(file, { busyTimeoutMs: 0 });
  writer.replaceZone('example.com', exampleZone);
  const reader = openReader(file);
  const transfer = reader.transfer({ tag: 'AXFR', zoneId: 1 })[Symbol.iterator]();
  t.is(transfer.next().value?.qtype, 'SOA');
  writer.replaceZone('example.com', records(`example.com 60 SOA ${soa}`));
  let rows = 1;
  while (!transfer.next().done) rows += 1;
  t.is(rows, 12);
  t.is([...reader.transfer({ tag: 'AXFR', zoneId: 1 })].length, 1);
  reader.close();
  writer.close();
});

test('the command zones has a line for each zone: id, name, serial', (t) => {
  t.deepEqual([...backend.command!('zones')!], ['3 . 7', '1 example.com 7', '2 sub.example.com 7']);
});

test('other commands are not known', (t) => {
  t.is(backend.command!('dump'), undefined);
});
