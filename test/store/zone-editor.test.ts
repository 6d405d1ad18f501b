import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import { StoreError, type StoreErrorCode } from '../../src/store/store-error.js';
import { type EditOptions, openWriter } from '../../src/store/writer.js';
import type { ZoneEditor } from '../../src/store/zone-editor.js';
import { records } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

const SOA = 'ns.net. h.net. 7 10800 3600 604800 300';
const zone = records(
  `example.com 60 SOA ${SOA}`,
  'example.com 60 NS ns.net.',
  'a.b.c.example.com 60 A 192.0.2.1',
  'sub.example.com 60 DS 1 13 2 00ff',
  'ns.sub.example.com 60 A 192.0.2.2',
  'x.y.sub.example.com 60 NS ns.net.',
);

/** Edits the zone, and tells the rows, as `key: row` with `|` between lines and without TTLs. */
function edited(t: ExecutionContext, edit: (zone: ZoneEditor) => void, options?: EditOptions): string[] {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', zone);
  try {
    writer.editZone('EXAMPLE.com', edit, options);
  } finally {
    writer.close();
  }
  const rows = new Sqlite(path, { readonly: true })
    .prepare('SELECT name, records FROM node ORDER BY name')
    .raw()
    .all();
  return (rows as [string, string][]).map(
    ([name, row]) => `${name}: ${row.replaceAll(' 60 ', ' ').replaceAll('\n', ' | ')}`,
  );
}

const a = { type: 'A', ttl: 60, content: '192.0.2.9' };
const ns = { type: 'NS', ttl: 60, content: 'ns.net.' };
const apex = (serial: number) =>
  `com example: 1 SOA ns.net. h.net. ${serial} 10800 3600 604800 300 | 1 NS ns.net.`;
const c = ['com example c: 1', 'com example c b: 1', 'com example c b a: 1 A 192.0.2.1'];
const sub = [
  'com example sub: 1 DS 1 13 2 00ff',
  'com example sub ns: 1 A 192.0.2.2',
  'com example sub y: 1',
  'com example sub y x: 0 NS ns.net.',
];

const makes = test.macro((t, edit: (zone: ZoneEditor) => void, ...rows: readonly string[]) => {
  t.deepEqual(edited(t, edit), rows);
});

test(
  'a new name makes the names above it exist, and the serial newer',
  makes,
  (edit) => edit.setRecords('www.new.example.com', [a]),
  apex(8),
  ...c,
  'com example new: 1',
  'com example new www: 1 A 192.0.2.9',
  ...sub,
);
test(
  'a name that goes takes the names with it that existed for its sake alone',
  makes,
  (edit) => edit.setRecords('a.b.C.example.com', []),
  apex(8),
  ...sub,
);
test(
  'but not those that others need',
  makes,
  (edit) => {
    edit.setRecords('z.c.example.com', [a]);
    edit.setRecords('a.b.c.example.com', []);
  },
  apex(8),
  'com example c: 1',
  'com example c z: 1 A 192.0.2.9',
  ...sub,
);
test(
  'a name without records stays as long as there are names below it',
  makes,
  (edit) => {
    edit.setRecords('b.c.example.com', [a]);
    edit.setRecords('b.c.example.com', []);
  },
  apex(8),
  ...c,
  ...sub,
);
test(
  'an NS makes everything below not authoritative',
  makes,
  (edit) => edit.setRecords('sub.example.com', [...edit.records('sub.example.com'), ns]),
  apex(8),
  ...c,
  'com example sub: 1 DS 1 13 2 00ff | 0 NS ns.net.',
  'com example sub ns: 0 A 192.0.2.2',
  'com example sub y: 0',
  'com example sub y x: 0 NS ns.net.',
);
test(
  'when it goes, what is below is authoritative again, but for what another delegation hides',
  makes,
  (edit) => {
    const before = edit.records('sub.example.com');
    edit.setRecords('sub.example.com', [ns]);
    edit.setRecords('sub.example.com', before);
  },
  apex(8),
  ...c,
  ...sub,
);
test(
  'what is added below a delegation is not authoritative',
  makes,
  (edit) => edit.setRecords('n.x.y.sub.example.com', [a]),
  apex(8),
  ...c,
  ...sub,
  'com example sub y x n: 0 A 192.0.2.9',
);
test(
  'setting what is there already changes nothing, the serial included',
  makes,
  (edit) => edit.setRecords('a.b.c.example.com', edit.records('a.b.c.example.com')),
  apex(7),
  ...c,
  ...sub,
);
test(
  'a serial that the edit sets is kept',
  makes,
  (edit) =>
    edit.setRecords(
      'example.com',
      edit
        .records('example.com')
        .map((record) =>
          record.type === 'SOA' ? { ...record, content: SOA.replace(' 7 ', ' 42 ') } : record,
        ),
    ),
  apex(42),
  ...c,
  ...sub,
);
test('with bumpSerial none the serial stays', (t) => {
  t.is(edited(t, (edit) => edit.setRecords('www.example.com', [a]), { bumpSerial: 'none' })[0], apex(7));
});

const refuses = test.macro((t, code: StoreErrorCode, edit: (zone: ZoneEditor) => void) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', zone);
  t.throws(() => writer.editZone('example.com', edit), { instanceOf: StoreError, code });
  t.is(writer.replaceZone('example.com', zone).outcome, 'unchanged', 'nothing has been written');
  writer.close();
});
test('a name outside the zone is refused', refuses, 'OUT_OF_ZONE', (edit) =>
  edit.setRecords('www.example.net', [a]),
);
test('an apex without SOA is refused, and what was done before is undone', refuses, 'NO_SOA', (edit) => {
  edit.setRecords('www.example.com', [a]);
  edit.setRecords('example.com', [a]);
});
test('a CNAME beside other data is refused', refuses, 'CNAME_AND_OTHER_DATA', (edit) =>
  edit.setRecords('www.example.com', [a, { type: 'CNAME', ttl: 60, content: 'b.net.' }]),
);
test('what is no record is refused', refuses, 'BAD_RECORD', (edit) =>
  edit.setRecords('www.example.com', [{ ...a, content: '' }]),
);

test('a zone that is not there can not be edited', (t) => {
  const writer = openWriter(join(temporaryFolder(t), 'records.db'));
  t.throws(() => writer.editZone('example.com', () => {}), { instanceOf: StoreError, code: 'NO_ZONE' });
  writer.close();
});

test('a host without address, and a name below a DNAME, are told', (t) => {
  const codes: string[] = [];
  edited(
    t,
    (edit) => {
      edit.setRecords('example.com', [
        ...edit.records('example.com'),
        { type: 'MX', ttl: 60, content: '10 mail.example.com.' },
      ]);
      edit.setRecords('d.example.com', [{ type: 'DNAME', ttl: 60, content: 'd.net.' }]);
      edit.setRecords('x.d.example.com', [a]);
      edit.setRecords('m.example.com', [{ type: 'MX', ttl: 60, content: '10 a.b.c.example.com.' }]);
    },
    { onProblem: ({ code }) => codes.push(code) },
  );
  t.deepEqual(codes, ['NO_ADDRESS', 'BELOW_DNAME']);
});
