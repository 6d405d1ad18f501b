/** Does each program of fixtures/backends misbehave in the way that it says, and in no other? */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { backend, temporaryFolder } from './bridged-backend.js';

const asked = [
  'HELO\t1',
  'Q\texample.org\tIN\tSOA\t-1\t0.0.0.0',
  'Q\tHost.example.org\tIN\tANY\t1\t192.0.2.9',
];
const ok = 'OK\tfixture\n';
const soa =
  'DATA\texample.org\tIN\tSOA\t60\t1\tns.example.org hostmaster.example.org 1 7200 3600 1209600 300\nEND\n';
const host = 'DATA\tHost.example.org\tIN\tA\t60\t1\t192.0.2.1\nEND\n';

/** What a program says to these lines, until it ends or for a second and a half if it won't. */
function play(command: readonly string[], lines: readonly string[], waits = false) {
  const { stdout, signal } = spawnSync(backend(command[0]!), command.slice(1), {
    input: `${lines.join('\n')}\n`,
    encoding: 'latin1',
    timeout: waits ? 1500 : 20_000,
    killSignal: 'SIGKILL',
  });
  return { said: stdout, hangs: signal !== null };
}

/** `STATE` stands for a file that is not there at first. With two expectations the program is started twice. */
const says = test.macro<[command: string, ...expected: string[]]>({
  title: (_, command) => `${command} says what it is there for`,
  exec(t, command, ...expected) {
    const state = join(temporaryFolder(t), 'state');
    const words = command.split(' ').map((word) => ({ STATE: state, NOTHING: '' })[word] ?? word);
    for (const each of expected) t.deepEqual(play(words, asked), { said: each, hangs: false });
  },
});

test(says, 'honest', `${ok}${soa}${host}`);
test(says, 'chatters', `${ok}${soa}LOG\tthat was fun\n${host}LOG\tthat was fun\n`);
test(says, 'closes-at-byte 1', 'O');
test(says, `closes-at-byte ${ok.length}`, ok);
test(says, 'closes-at-byte 13', `${ok}DA`);
test(says, `closes-at-byte ${ok.length + soa.length + 1} STATE`, `${ok}${soa}D`, `${ok}${soa}${host}`);
test(says, 'dies-each-question', ok);
test(says, 'fail-soa-alone', `${ok}FAIL\n${host}`);
test(says, 'fail-soa-with-end', `${ok}FAIL\nEND\n${host}`);
const traceback = 'Traceback (most recent call last):\n';
test(says, 'garbage', `${ok}${traceback}${soa}${traceback}${host}`);
test(says, 'garbage STATE', `${ok}${traceback}${soa}${host}`, `${ok}${soa}${host}`);
test(says, 'half-a-line', `${ok}DA`);
test(says, 'half-a-line STATE', `${ok}DA`, `${ok}${soa}${host}`);
test(says, 'half-an-answer', `${ok}${soa.replace('END\n', '')}`);
test(says, 'half-an-answer STATE', `${ok}${soa.replace('END\n', '')}`, `${ok}${soa}${host}`);
test(says, 'spare-end', `${ok}${soa}END\n${host}END\n`);
test(says, 'two-answers', `${ok}${soa}${soa}${host}${host}`);
test(says, 'wrong-greeting FAIL', `FAIL\n${soa}${host}`);
test(says, 'wrong-greeting NOTHING', `${soa}${host}`);
test(says, 'wrong-greeting ready early', `ready\n${ok}${soa}${host}`);
test(says, 'wrong-owner', `${ok}${soa}${host}`.replaceAll(/DATA\t\S+/g, 'DATA\tother.example.org'));

for (const command of ['never-reads', 'hangs-once STATE'])
  test(`${command.split(' ')[0]} greets, and hangs`, (t) => {
    const state = join(temporaryFolder(t), 'state');
    t.deepEqual(play(command.replace('STATE', state).split(' '), asked, true), { said: ok, hangs: true });
  });

test('hangs-once does so at its first start only', (t) => {
  const state = join(temporaryFolder(t), 'state');
  writeFileSync(state, '');
  t.deepEqual(play(['hangs-once', state], asked), { said: `${ok}${soa}${host}`, hangs: false });
});

test('answers-late answers as it should, but late: each question, or each second one', (t) => {
  const durationOf = (...command: string[]) => {
    const start = performance.now();
    t.is(play(command, asked).said, `${ok}${soa}${host}`);
    return performance.now() - start;
  };
  t.true(durationOf('answers-late', '200') >= 400);
  t.true(durationOf('answers-late', '200', '2') >= 200);
});

for (const abi of [1, 2, 3, 4, 5])
  test(`a program that is asked at ABI ${abi} answers as that version wants it`, (t) => {
    const more = ['\t198.51.100.1', '\t192.0.2.0/24'].slice(0, Math.min(abi, 3) - 1).join('');
    const name = abi < 4 ? '' : '\texample.org';
    const before = abi < 3 ? '' : '0\t1\t';
    t.is(
      play(['honest'], [`HELO\t${abi}`, `${asked[2]}${more}`, `AXFR\t1${name}`, 'PING']).said,
      [
        ok,
        `DATA\t${before}Host.example.org\tIN\tA\t60\t1\t192.0.2.1\nEND\n`,
        `DATA\t${before}example.org\tIN\tSOA\t60\t1\tns.example.org hostmaster.example.org 1 7200 3600 1209600 300\n`,
        `DATA\t${before}example.org\tIN\tNS\t60\t1\tns.example.org\n`,
        `DATA\t${before}host.example.org\tIN\tA\t60\t1\t192.0.2.1\nEND\n`,
        'FAIL\n',
      ].join(''),
    );
  });

test('abi-1.pl answers from its file: names in any case, the records of the zone that is asked for', (t) => {
  const file = join(temporaryFolder(t), 'records.tab');
  const rows = [
    'example.org\tSOA\t60\t1\tns.a host.a 1 2 3 4 5',
    'example.org\tMX\t60\t1\t10\tmail.a',
    'ent.example.org\tTYPE65280\t0\t1\t\\# 0',
    'sub.example.org\tNS\t60\t1\tns.sub.example.org',
    'Sub.example.org\tSOA\t60\t2\tns.a host.a 9 2 3 4 5',
  ];
  writeFileSync(file, `${rows.join('\n')}\n`);
  const said = (...lines: string[]) => play(['abi-1.pl', file], ['HELO\t1', ...lines]).said;
  const q = (qname: string, qtype: string, id: number) => `Q\t${qname}\tIN\t${qtype}\t${id}\t192.0.2.9`;

  t.is(
    said(q('Example.Org', 'SOA', -1), q('example.org', 'MX', 1), q('absent.example.org', 'ANY', 1)),
    'OK\tabi-1.pl\nDATA\tExample.Org\tIN\tSOA\t60\t1\tns.a host.a 1 2 3 4 5\nEND\n' +
      'DATA\texample.org\tIN\tMX\t60\t1\t10\tmail.a\nEND\nEND\n',
  );
  t.is(
    said(q('ent.example.org', 'ANY', 1), q('sub.example.org', 'ANY', 1), q('sub.example.org', 'ANY', 2)),
    'OK\tabi-1.pl\nDATA\tent.example.org\tIN\tTYPE65280\t0\t1\t\\# 0\nEND\n' +
      'DATA\tsub.example.org\tIN\tNS\t60\t1\tns.sub.example.org\nEND\n' +
      'DATA\tsub.example.org\tIN\tSOA\t60\t2\tns.a host.a 9 2 3 4 5\nEND\n',
  );
  t.is(
    said('AXFR\t1', 'AXFR\t2', 'PING'),
    'OK\tabi-1.pl\nDATA\texample.org\tIN\tSOA\t60\t1\tns.a host.a 1 2 3 4 5\n' +
      'DATA\texample.org\tIN\tMX\t60\t1\t10\tmail.a\n' +
      'DATA\tsub.example.org\tIN\tNS\t60\t1\tns.sub.example.org\nEND\n' +
      'DATA\tSub.example.org\tIN\tSOA\t60\t2\tns.a host.a 9 2 3 4 5\nEND\nFAIL\n',
  );
  t.is(play(['abi-1.pl', file], ['HELO\t2']).said, 'FAIL\n');
});
