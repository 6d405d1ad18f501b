import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { commandProcess, testFolder } from './run.js';

const { fail } = commandProcess();
const folder = testFolder();
const bin = fileURLToPath(new URL('../../../bin/pdns-pipe', import.meta.url));
const honest = fileURLToPath(new URL('../../../fixtures/backends/honest', import.meta.url));

const isWrong = test.macro({
  exec(t, args: readonly string[], because: RegExp) {
    t.is(fail(t, ['bridge', ...args], 2, because), '');
  },
  title: (_, args: readonly string[]) => `wrong usage: bridge ${args.join(' ')}`,
});

test(isWrong, [], /bridge needs one backend/);
test(isWrong, ['--'], /bridge needs one backend/);
test(isWrong, ['--connect', '/run/x.sock', '--', './backend'], /and not both/);
test(isWrong, ['--connect', '/run/x.sock', '--listen', '/run/x.sock'], /the path that it listens at/);
test(isWrong, ['--connect', `/${'x'.repeat(107)}`], /107 bytes at most/);
test(isWrong, ['--connect', '/run/x.sock', '--pool', '2'], /--pool needs --listen/);
test(isWrong, ['--connect', '/run/x.sock', '--abi', '6'], /--abi takes 1 to 5/);
test(isWrong, ['--connect', '/run/x.sock', '--deadline', 'soon'], /--deadline takes 1 to/);
test(isWrong, ['--connect', '/run/x.sock', '--connect', '/run/y.sock'], /given twice/);
test(isWrong, ['--conect', '/run/x.sock'], /conect/);

test('a program behind a bridge gets its arguments as they are, and the dialogue is recorded', (t) => {
  const record = join(folder, 'dialogue.txt');
  const script = `[ "$#$1" = '1two  words' ] && exec ${honest}`;
  const args = [
    'bridge',
    '--deadline',
    '20000',
    '--record',
    record,
    '--',
    'sh',
    '-c',
    script,
    '-',
    'two  words',
  ];
  const question = 'Q\thost.example.org\tIN\tANY\t1\t192.0.2.7';
  const { status, stdout, stderr } = spawnSync(bin, args, {
    encoding: 'utf8',
    input: `HELO\t1\n${question}\n`,
  });
  const row = 'DATA\thost.example.org\tIN\tA\t60\t1\t192.0.2.1';
  t.regex(stdout, new RegExp(`^OK\\tpdns-pipe [\\d.]+ bridge\\n${row}\\nEND\\n$`));
  t.is(status, 0, stderr);
  t.regex(stderr, /event=started listen=stdin .* abi=1-5 backendAbi=same/);
  t.regex(stderr, /event=stopped questions=1 transfers=0 commands=0 askedAgain=0 failures=0/);
  t.deepEqual(
    readFileSync(record, 'utf8')
      .replace(/OK.*/, 'OK')
      .replace(/^# connection \d+\n/, '')
      .split('\n'),
    ['> HELO\t1', '< OK', `> ${question}`, `< ${row}`, '< END', ''],
  );
});
