import test from 'ava';
import { RunningProgram } from '../../src/bench/running-program.js';

const options = () => ({ env: process.env, ending: new AbortController().signal });

const failsToStart = test.macro(async (t, command: string[], because: RegExp) => {
  const program = new RunningProgram(command, options());
  await t.throwsAsync(() => program.untilReady(async () => false), { code: 'NOT_STARTED', message: because });
  await program.stop();
});

test(
  'what ends is not waited for, and its last lines say why',
  failsToStart,
  ['sh', '-c', 'echo too bad >&2'],
  /^it ended: too bad$/,
);
test(
  'what cannot be started is not waited for either',
  failsToStart,
  ['./no-such-file'],
  /^it ended: .*no-such-file.*ENOENT/,
);

test('what is ready runs until it is stopped', async (t) => {
  const program = new RunningProgram(['sleep', '60'], options());
  let asked = 0;
  await program.untilReady(async () => ++asked === 3);
  t.is(asked, 3);
  t.notThrows(() => process.kill(program.pid, 0));
  await program.stop();
  t.throws(() => process.kill(program.pid, 0), { code: 'ESRCH' });
});

test('a signal to the bench kills it', async (t) => {
  const ending = new AbortController();
  const program = new RunningProgram(['sleep', '60'], { env: process.env, ending: ending.signal });
  ending.abort();
  await t.throwsAsync(() => program.untilReady(async () => false), { message: /it ended/ });
});
