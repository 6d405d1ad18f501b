import test from 'ava';
import {
  formatThroughputReport,
  reportThreads,
  reportThroughput,
  type ThroughputRound,
} from '../../src/bench/throughput-report.js';

const conditions = {
  setting: {
    date: '2026-01-02T03:04:05.678Z',
    cpu: 'Abacus 9',
    cores: 2,
    system: 'Linux 6.1',
    node: 'v20.19.0',
  },
  powerDns: '4.7.3',
  abiVersion: 5,
  records: 1000,
  rounds: 2,
  seconds: 3,
  warmUpSeconds: 6,
  outstanding: 100,
};

const round = (questionsPerSecond: number, maxLatencyMs: number): ThroughputRound => ({
  questionsPerSecond,
  maxLatencyMs,
  answered: 3 * questionsPerSecond,
  failed: 0,
  lost: 0,
  cpuUs: 900,
  serverCpuUs: 80,
  backendCpuUs: 20,
  dnsperfCpuUs: 9,
});

const ours = {
  name: 'bridge',
  reference: 'socat',
  listeners: ['ours {socket}'],
  pipeCommand: 'bridge {socket}',
};
const theirs = { name: 'socat', pipeCommand: 'socat {socket}' };
const played = new Map([
  [
    ours,
    [
      { ...round(3000, 12), failed: 4, backendCpuUs: 30 },
      { ...round(2000, 50), lost: 1 },
    ],
  ],
  [theirs, [round(2000, 31), { ...round(4000, 30), serverCpuUs: undefined }]],
]);
const table = reportThreads(7, played, [{ name: 'socket', reason: 'it ended: too bad' }]);

test('rates are compared round by round with those of the reference', (t) => {
  const [bridge, socat] = table.contenders;
  t.deepEqual(bridge, {
    ...ours,
    questionsPerSecond: { median: 2500, p25: 2250, p75: 2750 },
    ratio: { median: 1, p25: 0.75, p75: 1.25 },
    serverCpuUs: 80,
    backendCpuUs: 25,
    dnsperfCpuUs: 9,
    maxLatencyMs: 50,
    answered: 15_000,
    failed: 4,
    lost: 1,
  });
  t.is(socat!.ratio, null);
  t.is(socat!.serverCpuUs, null, 'the kernel did not always tell');
});

test('without its reference a contender has no ratio', (t) => {
  const [alone] = reportThreads(1, new Map([[ours, [round(3000, 1)]]]), []).contenders;
  t.is(alone!.ratio, null);
});

test('the tables name machine, conditions, figures, who is left out, and every command once', (t) => {
  const single = reportThreads(1, new Map([[theirs, [round(500, 7), round(500, 7)]]]), []);
  t.is(
    formatThroughputReport(reportThroughput(conditions, [single, table])),
    `2026-01-02 03:04 UTC, Abacus 9 (2 cores), Linux 6.1, Node v20.19.0
PowerDNS 4.7.3, ABI 5, without caches; a zone of 1000 records, random names that exist
2 rounds of 3 s each, in turns, after 6 s to warm up; 100 questions at a time

distributor-threads=1
questions/s  median  p25  p75  ratio  p25  p75  to  PowerDNS CPU  backend CPU  dnsperf CPU  max ms  failed  lost
socat           500  500  500                               80.0         20.0          9.0       7       0     0

distributor-threads=7
questions/s  median   p25   p75  ratio   p25   p75     to  PowerDNS CPU  backend CPU  dnsperf CPU  max ms  failed  lost
bridge         2500  2250  2750   1.00  0.75  1.25  socat          80.0         25.0          9.0      50       4     1
socat          3000  2500  3500                                 unknown         20.0          9.0      31       0     0
socket is left out: it ended: too bad

ratio: to the rate of its reference, round by round. CPU: microseconds a question; backend: all processes behind PowerDNS.
failed: answers other than NOERROR.

socat: pipe-command=socat {socket}
bridge: pipe-command=bridge {socket}
  beside it: ours {socket}
`,
  );
});
