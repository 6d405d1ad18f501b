import { join } from 'node:path';
import test from 'ava';
import type { Difference } from '../../src/store/difference.js';
import { Draft } from '../../src/store/draft.js';
import { previewZone } from '../../src/store/preview.js';
import type { ReplacedZone, ReplaceOptions } from '../../src/store/replacement.js';
import { StoreError } from '../../src/store/store-error.js';
import { openStoredZones } from '../../src/store/stored-zones.js';
import { openWriter } from '../../src/store/writer.js';
import { records } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

/** A zone with some serial. */
function zone(serial: number, ...lines: readonly string[]) {
  const soa = `ns.net. h.net. ${serial} 10800 3600 604800 300`;
  return records(`example.com 3600 SOA ${soa}`, 'example.com 3600 NS ns.net.', ...lines);
}

const www = 'www.example.com 60 A 192.0.2.1';

/** What becomes of a zone of serial 7 with www; the serial in the database afterwards. */
const becomes = test.macro(
  (
    t,
    added: ReturnType<typeof zone>,
    options: ReplaceOptions,
    result: Partial<ReplacedZone>,
    serial: number,
  ) => {
    const path = join(temporaryFolder(t), 'records.db');
    const writer = openWriter(path);
    writer.replaceZone('example.com', zone(7, www));
    const draft = new Draft();
    for (const record of added) draft.add(record);
    t.like(previewZone(path, 'example.com', draft, options), result, 'a preview says the same');
    t.like(writer.replaceZone('example.com', added, options), result);
    writer.close();
    draft.close();
    const stored = openStoredZones(path);
    t.deepEqual([...stored.zones()], [{ zoneId: 1, zoneName: 'example.com', serial }]);
    stored.close();
  },
);

test('the same zone is left alone', becomes, zone(7, www), {}, { outcome: 'unchanged', serial: 7 }, 7);
test(
  'a zone with another serial only is left alone',
  becomes,
  zone(8, www),
  {},
  { outcome: 'unchanged', addedRecords: 0 },
  7,
);
test(
  'a zone whose records come in another order is left alone',
  becomes,
  zone(8, www).reverse(),
  {},
  { outcome: 'unchanged' },
  7,
);
test(
  'but written where that is asked for',
  becomes,
  zone(8, www),
  { rewrite: true },
  { outcome: 'changed', oldSerial: 7, serial: 8, addedRecords: 1, deletedRecords: 1 },
  8,
);
test(
  'what is new and what is gone is counted',
  becomes,
  zone(8, 'a.b.example.com 60 A 192.0.2.1'),
  {},
  { outcome: 'changed', records: 3, addedRecords: 2, deletedRecords: 2 },
  8,
);
test(
  'an older serial with other records is taken',
  becomes,
  zone(6),
  {},
  { outcome: 'changed', serial: 6 },
  6,
);
test(
  'ifNewer leaves a zone alone whose serial is the same',
  becomes,
  zone(7),
  { ifNewer: true },
  { outcome: 'not-newer', serial: 7 },
  7,
);
test(
  'ifNewer leaves a zone alone whose serial is older by RFC 1982',
  becomes,
  zone(2147483700),
  { ifNewer: true },
  { outcome: 'not-newer', serial: 7 },
  7,
);
test(
  'ifNewer takes a zone whose serial is newer',
  becomes,
  zone(8),
  { ifNewer: true },
  { outcome: 'changed', serial: 8 },
  8,
);
test(
  'bumpSerial makes the serial newer where the zone is not',
  becomes,
  zone(3),
  { bumpSerial: 'increment' },
  { outcome: 'changed', oldSerial: 7, serial: 8 },
  8,
);
test(
  'bumpSerial keeps a serial that is newer already',
  becomes,
  zone(20),
  { bumpSerial: 'increment' },
  { serial: 20 },
  20,
);
test(
  'bumpSerial leaves a zone alone that does not change',
  becomes,
  zone(3, www),
  { bumpSerial: 'unix' },
  { outcome: 'unchanged', serial: 7 },
  7,
);

test('each rrset that is not the same is told, with what goes and what comes', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone(
    'example.com',
    zone(7, www, 'www.example.com 60 TXT "x"', 'sub.example.com 60 A 192.0.2.1'),
  );
  const told: Difference[] = [];
  const changed = zone(
    8,
    'www.example.com 60 A 192.0.2.2',
    'www.example.com 60 TXT "x"',
    'x.y.example.com 60 A 192.0.2.3',
  );
  writer.replaceZone('example.com', changed, { onDifference: (difference) => told.push(difference) });
  writer.close();
  const soa = (serial: number) => ({
    type: 'SOA',
    ttl: 3600,
    content: `ns.net. h.net. ${serial} 10800 3600 604800 300`,
  });
  const a = (host: number) => ({ type: 'A', ttl: 60, content: `192.0.2.${host}` });
  t.deepEqual(told, [
    { name: 'example.com', type: 'SOA', deleted: [soa(7)], added: [soa(8)] },
    { name: 'sub.example.com', type: 'A', deleted: [a(1)], added: [] },
    { name: 'www.example.com', type: 'A', deleted: [a(1)], added: [a(2)] },
    { name: 'x.y.example.com', type: 'A', deleted: [], added: [a(3)] },
  ]);
});

test('only the rows that are not the same are written', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const hosts = Array.from({ length: 3000 }, (_, at) => `h${at}.example.com 60 A 192.0.2.1`);
  const writer = openWriter(path);
  writer.replaceZone('example.com', zone(7, ...hosts));
  const { database } = writer as unknown as {
    database: { prepare(sql: string): { pluck(): { get(): number } } };
  };
  const changes = () => database.prepare('SELECT total_changes()').pluck().get();
  const before = changes();
  hosts[1500] = 'h1500.example.com 60 A 192.0.2.2';
  writer.replaceZone('example.com', zone(8, ...hosts));
  t.is(changes() - before, 2, 'the apex and the host');
  writer.close();
});

test('with strict a warning is an error, and nothing is written', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', zone(7, www));
  const refuse = (added: ReturnType<typeof zone>, code: string) => {
    const problems: string[] = [];
    const onProblem = (problem: { severity: string; code: string }) =>
      problems.push(`${problem.severity} ${problem.code}`);
    t.throws(() => writer.replaceZone('example.com', added, { strict: true, onProblem }), {
      instanceOf: StoreError,
    });
    t.deepEqual(problems, [`error ${code}`]);
  };
  refuse(zone(8, www, 'www.example.com 90 A 192.0.2.2'), 'TTL_DIFFERS');
  refuse(zone(7), 'SERIAL_NOT_NEWER');
  t.is(writer.replaceZone('example.com', zone(8, www)).outcome, 'unchanged');
  writer.close();
});

test('a serial that is not newer is told when the zone changes', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', zone(7, www));
  const codes: string[] = [];
  writer.replaceZone('example.com', zone(7), {
    onProblem: ({ severity, code }) => codes.push(`${severity} ${code}`),
  });
  t.deepEqual(codes, ['warning SERIAL_NOT_NEWER']);
  writer.close();
});

test('a preview makes no database', (t) => {
  const path = join(temporaryFolder(t), 'missing.db');
  const draft = new Draft();
  for (const record of zone(7, www)) draft.add(record);
  t.like(previewZone(path, 'example.com', draft), {
    outcome: 'added',
    zoneId: 0,
    serial: 7,
    addedRecords: 3,
  });
  t.throws(() => openStoredZones(path), { instanceOf: StoreError, code: 'NO_DATABASE' });
  draft.close();
});
