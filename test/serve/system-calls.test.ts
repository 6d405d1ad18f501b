/** What does a question cost in system calls? One read and one write, as strace sees it. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { startProcess } from '../../src/wire/child-process.js';
import { needs } from '../powerdns/needs.js';
import { bin, Client, importZone, startListener, testFolder } from './listener-process.js';

const test = needs('strace');
const folder = testFolder();
const db = join(folder, 'records.db');

const QUESTIONS = 500;
const question = 'Q\twww.example.com\tIN\tANY\t1\t192.0.2.1';

/** The system calls of a process's main thread while `work` goes on, by name. */
async function systemCalls(t: ExecutionContext, pid: number, work: () => Promise<void>) {
  const file = join(folder, `strace-${pid}`);
  const strace = spawn('strace', ['-o', file, '-p', `${pid}`], { stdio: ['ignore', 'ignore', 'pipe'] });
  t.teardown(() => strace.kill('SIGKILL'));
  const [told] = await once(strace.stderr, 'data');
  t.regex(String(told), /attached/);
  await work();
  strace.kill('SIGINT');
  await once(strace, 'close');
  const counts = new Map<string, number>();
  for (const [, call] of readFileSync(file, 'latin1').matchAll(/^(\w+)\(/gm))
    counts.set(call!, (counts.get(call!) ?? 0) + 1);
  t.log([...counts].map(([call, count]) => `${count} ${call}`).join(', '));
  return counts;
}

const reads = ['read', 'readv', 'recvfrom', 'recvmsg', 'recvmmsg', 'pread64', 'preadv'];
const writes = ['write', 'writev', 'sendto', 'sendmsg', 'sendmmsg', 'pwrite64', 'pwritev'];

/**
 * One read and one write for each question, and some for the database now and then. Whatever waits (epoll) or moves no
 * bytes (SQLite's locks) may come besides.
 */
function assertOneEach(t: ExecutionContext, counts: ReadonlyMap<string, number>): void {
  for (const calls of [reads, writes]) {
    const count = calls.reduce((sum, call) => sum + (counts.get(call) ?? 0), 0);
    t.true(count >= QUESTIONS && count < QUESTIONS * 1.1, `${count} of ${calls[0]}`);
  }
}

test('a listener reads once and writes once for each question', async (t) => {
  const path = join(folder, 'listener.sock');
  importZone(db, '192.0.2.1');
  const { child } = await startListener(t, ['--socket', path, '--db', db]);
  const client = await Client.open(t, path);
  const ask = async () => {
    for (let asked = 0; asked < QUESTIONS; asked += 1) await client.ask(question);
  };
  await ask();
  assertOneEach(t, await systemCalls(t, child.pid!, ask));
});

test('a coprocess reads once and writes once for each question', async (t) => {
  importZone(db, '192.0.2.1');
  const wire = await startProcess(bin, ['serve', '--db', db]);
  t.teardown(() => wire.close());
  wire.send('HELO\t1\n');
  await wire.receive();
  const ask = async () => {
    for (let asked = 0; asked < QUESTIONS; asked += 1) {
      wire.send(`${question}\n`);
      while ((await wire.receive()) !== 'END');
    }
  };
  await ask();
  assertOneEach(t, await systemCalls(t, wire.pid, ask));
});
