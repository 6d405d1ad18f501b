import test from 'ava';
import { benchStart, formatStartReport } from '../../src/bench/start-bench.js';

const options = { abiVersion: 4, rounds: 2, timeoutMs: 5000 };
const start = (script: string, more = {}) =>
  benchStart({ ...options, command: ['sh', '-c', script], ...more });

test('a coprocess is started as often as a bare Node', async (t) => {
  const report = await start('read h; echo OK');
  t.is(report.rounds, 2);
  for (const { p25, median, p75 } of [report.coprocess, report.node, report.ratio]) {
    t.true(p25 > 0 && p25 <= median && median <= p75);
  }
});

test('a command that does not say OK is refused', async (t) => {
  await t.throwsAsync(() => start('read h; echo FAIL'), { code: 'REFUSED', message: /with "FAIL"/ });
  await t.throwsAsync(() => start('echo OKAY'), { code: 'REFUSED', message: /with "OKAY"/ });
});

test('a command that does not end is silent, even if a grandchild holds its stdout', async (t) => {
  await t.throwsAsync(() => start('sleep 5 & wait', { timeoutMs: 100 }), {
    code: 'SILENT',
    message: /100 ms/,
  });
});

test('a command that is not there cannot be started', async (t) => {
  await t.throwsAsync(() => start('', { command: ['./no-such-file'] }), {
    code: 'NOT_STARTED',
    message: /no-such-file/,
  });
});

test('the table names machine, command and figures', (t) => {
  t.is(
    formatStartReport({
      setting: {
        date: '2026-01-02T03:04:05.678Z',
        cpu: 'Abacus 9',
        cores: 2,
        system: 'Linux 6.1',
        node: 'v20.19.0',
      },
      command: ['serve', '--db', 'x.db'],
      rounds: 20,
      coprocess: { median: 50, p25: 49, p75: 51 },
      node: { median: 40, p25: 39, p75: 41 },
      ratio: { median: 1.25, p25: 1.2, p75: 1.3 },
    }),
    `2026-01-02 03:04 UTC, Abacus 9 (2 cores), Linux 6.1, Node v20.19.0
command: serve --db x.db
20 starts each, in turns: the command until it says OK, the other until it ends

ms         median   p25   p75
command      50.0  49.0  51.0
node -e 0    40.0  39.0  41.0
ratio        1.25  1.20  1.30
`,
  );
});
