import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { runMeasured } from '../../src/bench/measured-run.js';

const run = (command: string, ending = new AbortController().signal) =>
  runMeasured(command, { directory: tmpdir(), env: process.env, ending });

const node = (script: string) => `'${process.execPath}' -e '${script}'`;

test('a run tells its wall time, its CPU time and what it wrote', async (t) => {
  const { elapsedMs, cpuMs, stdout } = await run(
    node('const end = Date.now() + 300; while (Date.now() < end); console.log(7)'),
  );
  t.is(stdout, '7\n');
  t.true(elapsedMs >= 300);
  t.true(cpuMs > 0);
});

test('a command that sleeps takes wall time alone', async (t) => {
  const { elapsedMs, cpuMs } = await run('sleep 0.3');
  t.true(elapsedMs >= 300);
  t.true(cpuMs < 100);
});

test('the memory of all processes of a pipe is added up', async (t) => {
  const fill = node('const bytes = Buffer.alloc(60e6, 1); setTimeout(() => bytes.at(0), 300)');
  const { peakBytes } = await run(`${fill} | ${fill}`);
  if (process.platform === 'linux') t.true(peakBytes! > 120e6 && peakBytes! < 400e6, `${peakBytes}`);
  else t.is(peakBytes, undefined);
});

test('a command that fails is an error with its stderr', async (t) => {
  await t.throwsAsync(() => run('echo this >&2; echo that >&2; false'), {
    name: 'BenchError',
    code: 'FAILED',
    message: 'exit status 1: this; that',
  });
  await t.throwsAsync(() => run('no-such-program'), {
    code: 'FAILED',
    message: /^exit status 127: .*not found/,
  });
});

test('whoever ends the bench ends what runs, whole', async (t) => {
  const ending = new AbortController();
  const running = run('echo $$; sleep 60 | sleep 60', ending.signal);
  await sleep(100);
  const start = performance.now();
  ending.abort();
  await t.throwsAsync(running, { code: 'FAILED' });
  t.true(performance.now() - start < 10_000);
});
