import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { Client, importZone, startListener, testFolder } from './listener-process.js';

const folder = testFolder();
const db = join(folder, 'records.db');
const path = join(folder, 'listener.sock');

test.before(() => importZone(db, '192.0.2.1'));

const open = (t: Parameters<typeof Client.open>[0], count: number) =>
  Promise.all(Array.from({ length: count }, () => Client.open(t, path)));
const isOpen = ({ socket }: Client) => !socket.destroyed;

test.serial(
  'connections are spread evenly, and a worker that dies costs no others than its own',
  async (t) => {
    const { child, ended, logged, log } = await startListener(t, [
      ...['--socket', path, '--db', db],
      ...['--workers', '4', '--log-level', 'debug'],
    ]);
    const clients = await open(t, 8);
    for (const client of clients) t.is(await client.address(), '192.0.2.1');
    const pids = [...log().matchAll(/event=worker-started pid=(\d+)/g)].map(([, pid]) => Number(pid));
    t.is(pids.length, 4);

    process.kill(pids[0]!, 'SIGKILL');
    t.regex(
      await logged(/event=worker-died/),
      new RegExp(`level=error .*pid=${pids[0]} .*reason=SIGKILL connections=2`),
    );
    await sleep(100);
    t.is(clients.filter(isOpen).length, 6);
    for (const client of clients.filter(isOpen)) t.is(await client.address(), '192.0.2.1');

    while ([...log().matchAll(/event=worker-started/g)].length < 5) await sleep(20);
    const [one, two] = await open(t, 2);
    t.deepEqual([await one!.address(), await two!.address()], ['192.0.2.1', '192.0.2.1']);

    // The new worker had none, and has these two now.
    const newest = Number([...log().matchAll(/event=worker-started pid=(\d+)/g)].at(-1)![1]);
    process.kill(newest, 'SIGKILL');
    await Promise.all([one!.ended(), two!.ended()]);
    t.is(clients.filter(isOpen).length, 6);

    child.kill('SIGTERM');
    t.is(await ended, 0);
    t.is([...log().matchAll(/event=worker-stopped/g)].length >= 3, true);
  },
);

test.serial('a worker that dies at once again and again is waited for longer and longer', async (t) => {
  const { child, log } = await startListener(t, [
    ...['--socket', path, '--db', db],
    ...['--workers', '1', '--log-level', 'debug'],
  ]);
  for (let deaths = 0; deaths < 3; deaths += 1) {
    const pids = () => [...log().matchAll(/event=worker-started pid=(\d+)/g)].map(([, pid]) => Number(pid));
    while (pids().length <= deaths) await sleep(5);
    process.kill(pids()[deaths]!, 'SIGKILL');
  }
  const pauses = () => [...log().matchAll(/restartInMs=(\d+)/g)].map(([, pause]) => Number(pause));
  while (pauses().length < 3) await sleep(5);
  const [, second, third] = pauses() as [number, number, number];
  t.true(second >= 100);
  t.is(third, 2 * second);
  const waiting = Client.open(t, path);
  t.is(await (await waiting).address(), '192.0.2.1', 'who comes meanwhile waits for the next worker');
  child.kill('SIGTERM');
});

test.serial('workers hear of SIGHUP and end with the main process, even if that is killed', async (t) => {
  const { child, logged, log } = await startListener(t, ['--socket', path, '--db', db, '--workers', '1'], {
    PDNS_PIPE_LOG_LEVEL: 'debug',
  });
  const [client] = await open(t, 1);
  child.kill('SIGHUP');
  await logged(/event=reloaded/);
  t.is(await client!.address(), '192.0.2.1');
  const pid = Number(/event=worker-started pid=(\d+)/.exec(log())![1]);
  process.kill(pid, 'SIGTERM');
  t.is(await client!.address(), '192.0.2.1', 'a worker heeds the main process only');
  child.kill('SIGKILL');
  await client!.ended();
  await t.throwsAsync(
    async () => {
      for (let waits = 0; waits < 100; waits += 1) {
        process.kill(pid, 0);
        await sleep(50);
      }
    },
    { code: 'ESRCH' },
  );
});
