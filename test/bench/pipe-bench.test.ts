import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { benchPipe } from '../../src/bench/pipe-bench.js';
import { parseQuestions } from '../../src/bench/questions.js';

/** Everything temporary goes here, so that a test can see what is left. */
const temporary = mkdtempSync(join(tmpdir(), 'pipe-bench-test-'));
process.env.TMPDIR = temporary;
test.after.always(() => rmSync(temporary, { recursive: true }));

const shell = 'read h; echo OK; while read q; do printf "DATA\\tx\\nEND\\n"; done';
const options = {
  command: ['sh', '-c', shell],
  asks: parseQuestions('a.test\nb.test\nc.test', 4, 'questions'),
  abiVersion: 4,
  rounds: 3,
  count: 4,
  warmUp: 2,
  isPinned: false,
  timeoutMs: 5000,
};

test.serial('command and floor are played on the same questions, and nothing is left behind', async (t) => {
  const report = await benchPipe(options);
  t.deepEqual(report.command, options.command);
  t.is(report.rounds, 3);
  t.is(report.count, 4);
  t.is(report.core, null);
  t.is(report.answerBytes, 11);
  t.is(report.setting.node, process.version);
  const names = report.contenders.map(({ name }) => name);
  if (report.ratio === null) t.deepEqual(names, ['command']);
  else t.deepEqual(names, ['command', 'floor']);
  for (const { time, p99, max, failed } of report.contenders) {
    t.true(time.p25 <= time.median && time.median <= time.p75 && p99 <= max);
    t.is(failed, 0);
  }
  t.deepEqual(readdirSync(temporary), []);
});

test.serial('a round goes on where the one before it ended, and from the end to the beginning', async (t) => {
  const log = join(temporary, 'asked');
  const command = [
    'sh',
    '-c',
    `read h; echo OK; while read q name rest; do echo "$name" >> '${log}'; echo END; done`,
  ];
  await benchPipe({ ...options, command, warmUp: 1, rounds: 2, count: 2 });
  t.deepEqual(readFileSync(log, 'utf8').trim().split('\n'), [
    'a.test',
    'b.test',
    'c.test',
    'a.test',
    'b.test',
  ]);
});

test.serial('without cc the command is measured alone', async (t) => {
  const bin = join(temporary, 'bin');
  mkdirSync(bin);
  for (const tool of ['sh', 'mkfifo']) {
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim(),
      join(bin, tool),
    );
  }
  const { PATH } = process.env;
  process.env.PATH = bin;
  try {
    const report = await benchPipe(options);
    t.deepEqual(
      report.contenders.map(({ name }) => name),
      ['command'],
    );
    t.is(report.ratio, null);
  } finally {
    process.env.PATH = PATH;
  }
});
