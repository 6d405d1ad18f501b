import test from 'ava';
import { loadOf } from '../../src/bench/dnsperf.js';

const run = { elapsedMs: 2100, cpuMs: 30, peakBytes: undefined };

test("a run's figures are read from what dnsperf prints", (t) => {
  const stdout = `DNS Performance Testing Tool
Version 2.10.0

[Timeout] Query timed out: msg id 1

Statistics:

  Queries sent:         6312
  Queries completed:    6310 (99.97%)
  Queries lost:         2 (0.03%)

  Response codes:       NOERROR 6305 (99.92%), SERVFAIL 3 (0.05%), NXDOMAIN 2 (0.03%)
  Average packet size:  request 48, response 64
  Run time (s):         2.009731
  Queries per second:   3139.723675

  Average Latency (s):  0.031789 (min 0.000601, max 0.122517)
  Latency StdDev (s):   0.011231
`;
  t.deepEqual(loadOf({ ...run, stdout }), {
    questionsPerSecond: 3139.723675,
    answered: 6310,
    lost: 2,
    failed: 5,
    maxLatencyMs: 122.517,
    cpuUs: 30_000,
  });
});

test('where nothing was answered nothing is NOERROR', (t) => {
  const stdout = `
  Queries completed:    0 (0.00%)
  Queries lost:         5 (100.00%)

  Response codes:       
  Queries per second:   0.000000

  Average Latency (s):  0.000000 (min 0.000000, max 0.000000)
`;
  t.like(loadOf({ ...run, stdout }), { questionsPerSecond: 0, answered: 0, lost: 5, failed: 0 });
});
