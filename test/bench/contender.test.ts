import test from 'ava';
import { Contender } from '../../src/bench/contender.js';
import { parseQuestions } from '../../src/bench/questions.js';

const asks = parseQuestions('a.test\nb.test\nc.test', 4, 'questions');

const cannotBePlayed = test.macro({
  exec: async (t, command: string[], code: string, message: RegExp) => {
    const playing = async () => {
      const contender = await Contender.open(command, {
        abiVersion: 4,
        timeoutMs: code === 'SILENT' ? 200 : 5000,
      });
      try {
        await contender.play(asks);
      } finally {
        await contender.close();
      }
    };
    await t.throwsAsync(playing, { name: 'BenchError', code, message });
  },
  title: (command) => `${command} cannot be measured, and the error says why`,
});

test(
  'a command that is not there',
  cannotBePlayed,
  ['./no-such-file'],
  'NOT_STARTED',
  /no-such-file.*ENOENT/,
);
test(
  'a command that dies at once',
  cannotBePlayed,
  ['sh', '-c', 'exit 3'],
  'ENDED',
  /sh .* at HELO \(exit status 3\)/,
);
test('a command that is killed', cannotBePlayed, ['sh', '-c', 'kill -9 $$'], 'ENDED', /at HELO \(SIGKILL\)/);
test(
  'a command that says nothing',
  cannotBePlayed,
  ['sleep', '60'],
  'SILENT',
  /sleep said nothing for 200 ms at HELO/,
);
test(
  'a command that refuses the version',
  cannotBePlayed,
  ['sh', '-c', 'read h; echo FAIL; read q'],
  'REFUSED',
  /"FAIL"/,
);
test(
  'a command that dies while it is asked',
  cannotBePlayed,
  ['sh', '-c', 'read h; echo OK; read q; echo END; read q; echo DATA; exit 4'],
  'ENDED',
  /in the middle of the questions \(exit status 4\)/,
);
test(
  'a command that goes silent in an answer',
  cannotBePlayed,
  ['sh', '-c', 'read h; echo OK; read q; echo DATA; exec sleep 60'],
  'SILENT',
  /in the middle of the questions/,
);
test(
  'a command that closes its stdout and lives on',
  cannotBePlayed,
  ['sh', '-c', 'read h; echo OK; read q; exec >&-; read q'],
  'ENDED',
  /closed its stdout .* \(still running\)/,
);

test('a round tells what was answered, and the CPU time of both ends', async (t) => {
  const shell = 'read h; echo OK; while read q; do echo END; done';
  const contender = await Contender.open(['sh', '-c', shell], { abiVersion: 4, timeoutMs: 5000 });
  const round = await contender.play(asks);
  await contender.close();
  t.is(round.answerBytes, 12);
  t.is(round.failed, 0);
  t.is(round.latenciesUs.length, 3);
  t.true(round.driverCpuUs >= 0);
  t.true(round.coprocessCpuUs === undefined || round.coprocessCpuUs > 0);
});
