import test from 'ava';
import { PingPong } from '../../src/bench/ping-pong.js';
import type { SyncProcess } from '../../src/wire/sync-process.js';

/** A process that says these pieces one after the other, whatever it is asked. */
function saying(pieces: readonly string[]) {
  const left = [...pieces];
  const written: string[] = [];
  const process: SyncProcess = {
    pid: 0,
    ended: new Promise(() => {}),
    write: (bytes) => written.push(Buffer.from(bytes).toString('latin1')),
    read: (buffer, offset) => Buffer.from(left.shift()!, 'latin1').copy(buffer, offset),
    close: () => Promise.resolve(),
  };
  return { process, left, written };
}

function ask(line: string, endsAtEndOnly = false) {
  return { line: Buffer.from(line), endsAtEndOnly };
}

const plays = test.macro(
  (t, pieces: string[], expected: { answerBytes: number; failed: number }, endsAtEndOnly?: boolean) => {
    const { process, left } = saying(pieces);
    const { answerBytes, failed } = new PingPong(process).play(
      [ask('Q\n', endsAtEndOnly)],
      new Float64Array(1),
    );
    t.deepEqual({ answerBytes, failed }, expected);
    t.deepEqual(left, []);
  },
);

test('END ends an answer', plays, ['END\n'], { answerBytes: 4, failed: 0 });
test('END ends an answer after data', plays, ['DATA\tx\nEND\n'], { answerBytes: 11, failed: 0 });
test('an answer may come in any pieces', plays, ['DA', 'TA\tx\n', 'EN', 'D', '\n'], {
  answerBytes: 11,
  failed: 0,
});
test('END ends an answer only as a whole line', plays, ['DATA\tWEEKEND\n', 'END\n'], {
  answerBytes: 17,
  failed: 0,
});
test('END may end in CR', plays, ['DATA\tx\r\nEND\r\n'], { answerBytes: 13, failed: 0 });
test('FAIL ends an answer', plays, ['LOG\twhy\nFAIL\n'], { answerBytes: 13, failed: 1 });
test('FAIL may carry a text', plays, ['FAIL\twhy\n'], { answerBytes: 9, failed: 1 });
test('FAILURE is not FAIL', plays, ['FAILURE\n', 'END\n'], { answerBytes: 12, failed: 0 });
test(
  'a SOA question with id -1 ends at END',
  plays,
  ['FAIL\n', 'END\n'],
  { answerBytes: 9, failed: 0 },
  true,
);
test('an empty line ends nothing', plays, ['\n', 'END\n'], { answerBytes: 5, failed: 0 });

test('an answer may be longer than a pipe holds', (t) => {
  const row = `DATA\t${'x'.repeat(64_994)}\n`;
  const { process } = saying([row, row.slice(0, 536), row.slice(536), 'END\n']);
  const { answerBytes } = new PingPong(process).play([ask('Q\n')], new Float64Array(1));
  t.is(answerBytes, 130_004);
});

test('each question waits for the answer before it, and has its time noted', (t) => {
  const { process, written } = saying(['END\n', 'DATA\n', 'END\n']);
  const latenciesUs = new Float64Array(2).fill(-1);
  const { elapsedUs } = new PingPong(process).play([ask('Q\ta\n'), ask('Q\tb\n')], latenciesUs);
  t.deepEqual(written, ['Q\ta\n', 'Q\tb\n']);
  t.true(latenciesUs.every((us) => us >= 0));
  t.true(elapsedUs >= 0);
});

test('the banner is the first line, in any pieces', (t) => {
  const { process, written } = saying(['O', 'K\thi', '\r\n']);
  t.is(new PingPong(process).greet(4), 'OK\thi');
  t.deepEqual(written, ['HELO\t4\n']);
});
