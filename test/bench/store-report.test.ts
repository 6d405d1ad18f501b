import test from 'ava';
import { formatStoreReport, reportStore } from '../../src/bench/store-report.js';

const report = reportStore(
  {
    setting: {
      date: '2026-01-02T03:04:05.678Z',
      cpu: 'Abacus 9',
      cores: 2,
      system: 'Linux 6.1',
      node: 'v20.19.0',
    },
    size: { zones: 10, records: 110, bytes: 7535 },
    rounds: 2,
    count: 100,
  },
  { lookup: [3, 6], bareGet: [4, 4], heldGet: [2, 3] },
);

test('ratios are taken round by round', (t) => {
  t.is(report.bytesPerRecord, 68.5);
  t.deepEqual(report.lookup, { median: 4.5, p25: 3.75, p75: 5.25 });
  t.deepEqual(report.ratioToBareGet, { median: 1.125, p25: 0.9375, p75: 1.3125 });
  t.deepEqual(report.ratioToHeldGet, { median: 1.75, p25: 1.625, p75: 1.875 });
});

test('the table names machine, size and figures', (t) => {
  t.is(
    formatStoreReport(report),
    `2026-01-02 03:04 UTC, Abacus 9 (2 cores), Linux 6.1, Node v20.19.0
110 records in 10 zones: 7535 bytes on disk, all included
68.5 bytes a record

2 rounds of 100 random names that exist, in turns, after one to warm up
us a lookup     median   p25   p75
lookup            4.50  3.75  5.25
bare get          4.00  4.00  4.00
bare get, held    2.50  2.25  2.75
ratio             1.13  0.94  1.31
ratio, held       1.75  1.63  1.88

bare get: one prepared SQLite statement on the same file, in a transaction each; held: all in one transaction.
`,
  );
});
