import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { cpuTimeUs } from '../../src/bench/cpu-time.js';
import { openSyncProcess } from '../../src/wire/sync-process.js';

const bin = fileURLToPath(new URL('../../../bin/pdns-pipe', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-coprocess-'));
let databases = 0;

const hosts = 100;
const zone = join(directory, 'example.com.zone');
writeFileSync(
  zone,
  `$ORIGIN example.com.\n$TTL 60\n@ SOA ns hostmaster 1 2 3 4 5\n@ NS ns\n${Array.from(
    { length: hosts },
    (_, host) => `host${host} A 192.0.2.${host}\n`,
  ).join('')}`,
);
const importInto = (db: string) => execFileSync(bin, ['import', '--db', db, zone]);
const newDatabase = () => {
  const db = join(directory, `${databases++}.db`);
  importInto(db);
  return db;
};

const questionOf = (host: number) => `Q\thost${host}.example.com\tIN\tANY\t1\t192.0.2.1\n`;
const answerOf = (host: number) => `DATA\thost${host}.example.com\tIN\tA\t60\t1\t192.0.2.${host}\nEND\n`;

/** A coprocess whose stdin is a pipe, as with PowerDNS. */
async function openCoprocess(t: ExecutionContext<unknown>, db: string) {
  const coprocess = await openSyncProcess(bin, ['serve', '--db', db], { timeoutMs: 10_000 });
  t.teardown(() => coprocess.close());
  const buffer = Buffer.alloc(65_536);
  const receive = () => {
    let length = 0;
    do length += coprocess.read(buffer, length);
    while (buffer[length - 1] !== 0x0a || !/^(?:OK.*|END|FAIL)$/m.test(buffer.toString('latin1', 0, length)));
    return buffer.toString('latin1', 0, length);
  };
  const ask = (line: string) => {
    coprocess.write(Buffer.from(line, 'latin1'));
    return receive();
  };
  ask('HELO\t1\n');
  const burst = (questions: number) => {
    for (let at = 0; at < questions; at += 1) {
      const answer = ask(questionOf(at % hosts));
      if (answer !== answerOf(at % hosts)) throw new Error(`question ${at} was answered with ${answer}`);
    }
  };
  return { pid: coprocess.pid, ask, burst };
}

/** Under load for long enough that its second thread has started, however busy the machine. */
async function loaded(t: ExecutionContext<unknown>, db: string) {
  const coprocess = await openCoprocess(t, db);
  for (let at = 0; at < 10; at += 1) coprocess.burst(3000);
  return coprocess;
}

test('load that stops from one question to the next leaves no snapshot behind', async (t) => {
  const db = newDatabase();
  await loaded(t, db);
  await sleep(1000);
  importInto(db);
  t.is(statSync(`${db}-wal`).size, 0);
});

/** Starts a command that reads questions from a socket (Node makes its pipes so), and has had answers to 10,000 of them. */
async function loadedOverSocket(t: ExecutionContext<unknown>, command: string, ...args: string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => child.kill());
  let lines = 0;
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    lines += text.split('\n').length - 1;
  });
  child.stdin.write('HELO\t1\n');
  for (let at = 0; at < 10; at += 1) child.stdin.write(questionOf(1).repeat(1000));
  // OK, and each answer has a DATA and an END.
  while (lines < 20_001) await once(child.stdout, 'data');
  return child;
}

test('a coprocess whose stdin is a socket keeps no snapshot either', async (t) => {
  const db = newDatabase();
  await loadedOverSocket(t, bin, 'serve', '--db', db);
  importInto(db);
  t.is(statSync(`${db}-wal`).size, 0);
});

test('after load, a coprocess ends when stdin ends', async (t) => {
  const script = 'cat | "$0" serve --db "$1"';
  const shell = await loadedOverSocket(t, 'sh', '-c', script, bin, newDatabase());
  await sleep(500);
  shell.stdin.end();
  t.deepEqual(await once(shell, 'exit'), [0, null]);
});

test('every question has its own answer, however long the pauses between them', async (t) => {
  const { ask, burst } = await openCoprocess(t, newDatabase());
  const random = () => 80 + Math.random() * 40;
  for (let round = 0; round < 60; round += 1) {
    burst(333);
    await sleep(random());
    const answer = ask(questionOf(round));
    if (answer !== answerOf(round)) t.fail(`round ${round} was answered with ${answer}`);
    if (round % 3 === 0) await sleep(random());
  }
  t.pass();
});

test('after load, a coprocess that waits takes no time', async (t) => {
  const { pid } = await loaded(t, newDatabase());
  await sleep(500);
  const before = cpuTimeUs(pid);
  await sleep(2000);
  const after = cpuTimeUs(pid);
  if (before === undefined || after === undefined) t.log('the kernel does not tell');
  else t.true(after - before < 20_000, `${after - before} us`);
  t.pass();
});
