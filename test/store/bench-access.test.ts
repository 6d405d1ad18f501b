import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { openBareGet } from '../../src/store/bare-get.js';
import { drawNames } from '../../src/store/draw-names.js';
import { measureStore } from '../../src/store/measure.js';
import { openWriter } from '../../src/store/writer.js';

const directory = mkdtempSync(join(tmpdir(), 'bench-access-test-'));
const path = join(directory, 'records.db');
test.after.always(() => rmSync(directory, { recursive: true }));

const soa = { name: 'a.test', type: 'SOA', ttl: 60, content: 'ns.a.test. h.a.test. 1 2 3 4 5' };
const writer = openWriter(path);
const { zoneId } = writer.replaceZone('a.test', [
  soa,
  { name: 'a.test', type: 'NS', ttl: 60, content: 'ns.a.test.' },
  { name: 'x.ent.a.test', type: 'A', ttl: 60, content: '192.0.2.1' },
]);
writer.close();

test('names that have records are drawn, each once; empty non-terminals are not', (t) => {
  const drawn = drawNames(path, 10, () => 0.5);
  t.deepEqual(
    drawn.toSorted((a, b) => a.key.length - b.key.length),
    [
      { zoneId, key: 'test a' },
      { zoneId, key: 'test a ent x' },
    ],
  );
});

test('the random numbers decide which names are drawn', (t) => {
  const draw = (...numbers: number[]) => drawNames(path, 1, () => numbers.shift()!).map(({ key }) => key);
  t.deepEqual(draw(0.1, 0.9), ['test a']);
  t.deepEqual(draw(0.9, 0.1), ['test a ent x']);
});

test('every record is counted, and every byte', (t) => {
  const { zones, records, bytes } = measureStore(path);
  t.is(zones, 1);
  t.is(records, 3);
  t.true(bytes >= 4 * 4096);
});

for (const isHeld of [false, true]) {
  test(`a bare get finds what is there (held: ${isHeld})`, (t) => {
    const bareGet = openBareGet(path, { isHeld });
    t.is(typeof bareGet.get(zoneId, 'test a ent x'), 'string');
    t.is(bareGet.get(zoneId, 'test b'), undefined);
    bareGet.close();
  });
}

test('a database that is not there is an error of the store', (t) => {
  t.throws(() => drawNames(join(directory, 'none.db'), 1, () => 0), {
    name: 'StoreError',
    code: 'NO_DATABASE',
  });
});
