import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { compile } from '../../src/bench/compile.js';

const directory = mkdtempSync(join(tmpdir(), 'answerer-test-'));
const answerer = compile('answerer', directory);
test.after.always(() => rmSync(directory, { recursive: true }));

const soa = 'SOA\t3600\t1\tns1.a.test hostmaster.a.test 1 10800 3600 604800 300\nEND\n';
/** One after the other, as PowerDNS asks. */
const dialogue = [
  ['HELO\t5\n', 'OK\tanswerer\n'],
  ['Q\tA.Test\tIN\tSOA\t-1\t0.0.0.0\t0.0.0.0\t0.0.0.0/0\n', `DATA\t0\t1\tA.Test\tIN\t${soa}`],
  ['Q\tb.a.test\tIN\tSOA\t-1\t0.0.0.0\t0.0.0.0\t0.0.0.0/0\n', 'END\n'],
  ['Q\ttest\tIN\tSOA\t-1\t0.0.0.0\t0.0.0.0\t0.0.0.0/0\n', 'END\n'],
  [
    'Q\tb.A.test\tIN\tANY\t1\t192.0.2.9\t0.0.0.0\t192.0.2.9/32\n',
    'DATA\t0\t1\tb.A.test\tIN\tA\t3600\t1\t192.0.2.1\nEND\n',
  ],
  ['Q\tba.test\tIN\tANY\t1\t192.0.2.9\t0.0.0.0\t192.0.2.9/32\n', 'END\n'],
  ['AXFR\t1\ta.test\n', 'END\n'],
] as const;

function start(t: ExecutionContext, ...args: string[]): ChildProcess | undefined {
  if (answerer === undefined) {
    t.pass('there is no C compiler here');
    return undefined;
  }
  const child = spawn(answerer, ['a.test', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => child.kill());
  return child;
}

async function converse(t: ExecutionContext, input: NodeJS.WritableStream, output: NodeJS.ReadableStream) {
  output.setEncoding('latin1');
  for (const [request, expected] of dialogue) {
    input.write(request);
    const [reply] = await once(output, 'data');
    t.is(reply, expected);
  }
}

test('the answerer knows one zone, in which every name has an address', async (t) => {
  const child = start(t);
  if (child === undefined) return;
  await converse(t, child.stdin!, child.stdout!);
  child.stdin!.end();
  t.deepEqual(await once(child, 'exit'), [0, null]);
});

test('it says the same on a socket, to several at once', async (t) => {
  const path = join(directory, 'socket');
  if (start(t, path) === undefined) return;
  while (!existsSync(path)) await sleep(10);
  await sleep(50); // Between bind and listen.
  const connections = [connect(path), connect(path)];
  await Promise.all(connections.map((connection) => converse(t, connection, connection)));
  for (const connection of connections) connection.destroy();
});
