/** What do other processes notice of a change, and what becomes of many at once? */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { openSyncProcess } from '../../src/wire/sync-process.js';
import { bin, commandProcess, testFolder } from './run.js';

const folder = testFolder();
const { succeed } = commandProcess();

test('ten processes that change one name at once lose no record, and each raises the serial', async (t) => {
  const db = ['--db', join(folder, 'ten.db')];
  succeed(t, ['zone', 'add', 'example.com', '--primary', 'ns.example.net', ...db]);
  const numbers = Array.from({ length: 10 }, (_, number) => number);
  const statuses = numbers.map(async (number) => {
    const args = ['record', 'add', 'www.example.com', 'A', '60', `192.0.2.${number}`, ...db];
    const [status] = await once(spawn(bin, args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
    return status;
  });
  t.deepEqual(
    await Promise.all(statuses),
    numbers.map(() => 0),
  );
  const addresses = succeed(t, ['record', 'list', 'www.example.com', ...db])
    .match(/\d+$/gm)!
    .map(Number);
  t.deepEqual(addresses.toSorted(), numbers);
  t.is(succeed(t, ['zone', 'list', ...db]), 'example.com\t1\t11\n');
});

test('a running coprocess answers from a changed zone within max-staleness', async (t) => {
  const db = ['--db', join(folder, 'served.db')];
  succeed(t, ['zone', 'add', 'example.com', '--primary', 'ns.example.net', ...db]);
  const coprocess = await openSyncProcess(bin, ['serve', ...db], { timeoutMs: 10_000 });
  t.teardown(() => coprocess.close());
  const buffer = Buffer.alloc(4096);
  const ask = (line: string) => {
    coprocess.write(Buffer.from(line));
    let length = 0;
    do length += coprocess.read(buffer, length);
    while (!/^(?:OK.*|END|FAIL)\n$/m.test(buffer.toString('latin1', 0, length)));
    return buffer.toString('latin1', 0, length);
  };
  ask('HELO\t1\n');
  const question = 'Q\twww.example.com\tIN\tANY\t1\t192.0.2.9\n';
  t.is(ask(question), 'END\n');
  succeed(t, ['record', 'add', 'www.example.com', 'A', '60', '192.0.2.1', ...db]);
  await sleep(100);
  t.is(ask(question), 'DATA\twww.example.com\tIN\tA\t60\t1\t192.0.2.1\nEND\n');
  t.regex(ask('Q\texample.com\tIN\tSOA\t-1\t192.0.2.9\n'), / 2 10800 3600/);
});
