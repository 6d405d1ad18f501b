import test from 'ava';
import type { ImportContender } from '../../src/bench/import-contenders.js';
import { formatImportReport, reportImport } from '../../src/bench/import-report.js';
import type { MeasuredRun } from '../../src/bench/measured-run.js';

const ours = { name: 'pdns-pipe import', command: 'pdns-pipe import', note: 'checks' };
const reference = { name: 'pdnsutil, gsqlite3', preparation: 'make it', command: 'load-zone' };
const unknown = { cpuMs: 900, peakBytes: undefined, stdout: '' };

const report = reportImport(
  {
    setting: {
      date: '2026-01-02T03:04:05.678Z',
      cpu: 'Abacus 9',
      cores: 2,
      system: 'Linux 6.1',
      node: 'v20.19.0',
    },
    zoneName: 'a.test',
    rounds: 2,
    leftOut: [{ name: 'pdnsutil, lmdb', reason: 'exit status 1: no module' }],
  },
  new Map<ImportContender, MeasuredRun[]>([
    [
      ours,
      [
        { elapsedMs: 1000, cpuMs: 1500, peakBytes: 100e6, stdout: '[{ "records": 3000 }]' },
        { elapsedMs: 2000, cpuMs: 2500, peakBytes: 120e6, stdout: '' },
      ],
    ],
    [
      reference,
      [
        { elapsedMs: 1500, ...unknown },
        { elapsedMs: 4000, ...unknown },
      ],
    ],
  ]),
);

test('rates are compared round by round', (t) => {
  t.is(report.records, 3000);
  const [first, second] = report.contenders;
  t.deepEqual(first!.seconds, { median: 1.5, p25: 1.25, p75: 1.75 });
  t.is(first!.recordsPerSecond, 2000);
  t.deepEqual(first!.rateRatio, { median: 1.75, p25: 1.625, p75: 1.875 });
  t.is(first!.cpuSeconds, 2);
  t.is(first!.peakBytes, 110e6);
  t.deepEqual(second!.rateRatio, { median: 1, p25: 1, p75: 1 });
  t.is(second!.peakBytes, null);
});

test('the table names machine, zone, figures, who is left out, and every command', (t) => {
  t.is(
    formatImportReport(report),
    `2026-01-02 03:04 UTC, Abacus 9 (2 cores), Linux 6.1, Node v20.19.0
a.test: 3000 records, imported 2 times by each into a new database, in turns

seconds             median   p25   p75  records/s  ratio   CPU  peak MB
pdns-pipe import      1.50  1.25  1.75       2000   1.75  2.00      110
pdnsutil, gsqlite3    2.75  2.13  3.38       1091   1.00  0.90  unknown

ratio: how many times the rate of pdnsutil, gsqlite3, round by round.
pdnsutil, lmdb is left out: exit status 1: no module

pdns-pipe import (checks):
  pdns-pipe import
pdnsutil, gsqlite3:
  not measured: make it
  load-zone
`,
  );
});
