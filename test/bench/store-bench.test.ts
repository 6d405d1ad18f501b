import test from 'ava';
import { benchStore } from '../../src/bench/store-bench.js';

test('every contender looks up the same names, after a round that only warms up', (t) => {
  const asked = { lookup: [] as string[], bareGet: [] as string[], heldGet: [] as string[] };
  const getter = (list: string[]) => ({
    get: (zoneId: number, key: string) => void list.push(`${zoneId} ${key}`),
  });
  const report = benchStore({
    backend: {
      lookup: ({ qname, qtype, zoneId }) => {
        asked.lookup.push(`${zoneId} ${qname} ${qtype}`);
        return [];
      },
      transfer: () => [],
      close: () => {},
    },
    bareGet: getter(asked.bareGet),
    heldGet: getter(asked.heldGet),
    names: [
      { zoneId: 1, name: 'a.test', key: 'test a' },
      { zoneId: 2, name: 'b.test', key: 'test b' },
      { zoneId: 3, name: 'c.test', key: 'test c' },
    ],
    rounds: 1,
    count: 2,
    size: { zones: 3, records: 8, bytes: 400 },
  });
  t.deepEqual(asked.lookup, ['1 a.test ANY', '2 b.test ANY', '3 c.test ANY', '1 a.test ANY']);
  t.deepEqual(asked.bareGet, ['1 test a', '2 test b', '3 test c', '1 test a']);
  t.deepEqual(asked.heldGet, asked.bareGet);
  t.is(report.bytesPerRecord, 50);
  t.is(report.rounds, 1);
});
