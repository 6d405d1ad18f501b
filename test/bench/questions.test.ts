import test from 'ava';
import { askForName, parseQuestions } from '../../src/bench/questions.js';

const isSent = test.macro({
  exec(t, line: string, abiVersion: number, sent: string, endsAtEndOnly = false) {
    const asks = parseQuestions(line, abiVersion, 'asked.txt').map((ask) => [
      ask.line.toString('latin1'),
      ask.endsAtEndOnly,
    ]);
    t.deepEqual(asks, [[sent, endsAtEndOnly]]);
  },
  title: (_, line: string, abiVersion: number, sent: string, _endsAtEndOnly?: boolean) =>
    `${JSON.stringify(line)} is sent at ABI ${abiVersion} as ${JSON.stringify(sent)}`,
});

test(isSent, 'a.test', 1, 'Q\ta.test\tIN\tANY\t-1\t127.0.0.1\n');
test(isSent, 'a.test mx', 2, 'Q\ta.test\tIN\tMX\t-1\t127.0.0.1\t0.0.0.0\n');
test(isSent, 'a.test\tANY\t12', 4, 'Q\ta.test\tIN\tANY\t12\t127.0.0.1\t0.0.0.0\t127.0.0.1/32\n');
test(isSent, '  A.test  SOA  \r', 1, 'Q\tA.test\tIN\tSOA\t-1\t127.0.0.1\n', true);
test(isSent, 'a.test SOA 3', 1, 'Q\ta.test\tIN\tSOA\t3\t127.0.0.1\n');
test(isSent, 'Q\ta.test\tIN\tANY\t5\t192.0.2.1\n', 4, 'Q\ta.test\tIN\tANY\t5\t192.0.2.1\n');
test(isSent, 'Q\ta.test\tIN\tSOA\t-1\t0.0.0.0', 1, 'Q\ta.test\tIN\tSOA\t-1\t0.0.0.0\n', true);
test(isSent, '# note\n\nb\xe9.test\n', 1, 'Q\tb\xe9.test\tIN\tANY\t-1\t127.0.0.1\n');

test('a known name is asked for as PowerDNS asks for data: ANY in its zone', (t) => {
  const ask = askForName({ name: 'www.a.test', zoneId: 7 }, 1);
  t.is(ask.line.toString('latin1'), 'Q\twww.a.test\tIN\tANY\t7\t127.0.0.1\n');
  t.false(ask.endsAtEndOnly);
});

const isRefused = test.macro({
  exec(t, text: string, code: string, message: RegExp) {
    t.throws(() => parseQuestions(text, 4, 'asked.txt'), { code, message });
  },
  title: (_, text: string) => `${JSON.stringify(text)} is no list of questions`,
});

test(isRefused, 'a.test\nb.test A x', 'BAD_QUESTION', /^asked\.txt, line 2: .*"b\.test A x"$/);
test(isRefused, 'a.test A 1 2', 'BAD_QUESTION', /line 1/);
test(isRefused, 'a.test A -2', 'BAD_QUESTION', /line 1/);
test(isRefused, '# nothing\n', 'NO_QUESTIONS', /asked\.txt/);
