import test from 'ava';
import type { Round } from '../../src/bench/contender.js';
import { formatPipeReport, reportPipe } from '../../src/bench/pipe-report.js';

const conditions = {
  setting: {
    date: '2026-01-02T03:04:05.678Z',
    cpu: 'Abacus 9',
    cores: 2,
    system: 'Linux 6.1',
    node: 'v20.19.0',
  },
  command: ['serve', '--db', 'x.db'],
  abiVersion: 4,
  rounds: 2,
  count: 2,
  warmUp: 5,
  core: 1,
  answerBytes: 300,
};

function round(latenciesUs: number[], failed = 0, coprocessCpuUs: number | undefined = 20): Round {
  const elapsedUs = latenciesUs.reduce((sum, us) => sum + us, 0);
  return {
    elapsedUs,
    latenciesUs: Float64Array.from(latenciesUs),
    answerBytes: 600,
    failed,
    coprocessCpuUs,
    driverCpuUs: 10,
  };
}

const command = [round([30, 50]), round([20, 50])];
const floor = [round([20, 20], 0, 10), round([10, 10], 0, 10)];

test('times are means of a round, and the ratio is taken round by round', (t) => {
  const { contenders, ratio, cpuRatio } = reportPipe(conditions, command, floor);
  t.deepEqual(contenders[0], {
    name: 'command',
    time: { median: 37.5, p25: 36.25, p75: 38.75 },
    p99: 50,
    max: 50,
    coprocessCpu: 10,
    driverCpu: 5,
    failed: 0,
  });
  t.deepEqual(contenders[1]!.time, { median: 15, p25: 12.5, p75: 17.5 });
  t.deepEqual(ratio, { median: 2.75, p25: 2.375, p75: 3.125 });
  t.deepEqual(cpuRatio, { median: 1.5, p25: 1.5, p75: 1.5 });
});

test('a CPU time that the kernel does not tell is null', (t) => {
  const untold = { ...round([30, 50]), coprocessCpuUs: undefined };
  const report = reportPipe({ ...conditions, rounds: 1 }, [untold], [round([20, 20])]);
  t.is(report.contenders[0]!.coprocessCpu, null);
  t.is(report.cpuRatio, null);
  t.not(report.ratio, null);
  t.regex(formatPipeReport(report), /^command .* unknown +5\.0 +unknown$/m);
});

test('the table names machine, conditions and figures', (t) => {
  t.is(
    formatPipeReport(reportPipe(conditions, command, floor)),
    `2026-01-02 03:04 UTC, Abacus 9 (2 cores), Linux 6.1, Node v20.19.0
command: serve --db x.db
2 rounds of 2 questions each, ping-pong, after 5 to warm up; ABI 4; both ends pinned to core 1; an answer has 300 bytes

us a question  median   p25   p75   p99   max  coprocess CPU  driver CPU  both CPU
command          37.5  36.3  38.8  50.0  50.0           10.0         5.0      15.0
floor            15.0  12.5  17.5  20.0  20.0            5.0         5.0      10.0
ratio            2.75  2.38  3.13                                             1.50

floor: a C coprocess that answers a constant. ratio: command to floor, round by round.
`,
  );
});

test('without a floor only the command is shown, and the reason said', (t) => {
  const report = reportPipe({ ...conditions, core: undefined }, command);
  t.is(report.ratio, null);
  t.is(report.core, null);
  const text = formatPipeReport(report);
  t.regex(text, /no C compiler \(cc\)/);
  t.regex(text, /not pinned/);
  t.notRegex(text, /^(?:floor|ratio) /m);
});

test('answers that were FAIL are said', (t) => {
  const failing = reportPipe(conditions, [round([1, 2], 2), round([1, 2], 1)], floor);
  t.regex(formatPipeReport(failing), /^3 of 4 answers were FAIL/m);
});
