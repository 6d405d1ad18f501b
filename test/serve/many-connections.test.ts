/** Is everyone served when many are connected, and one of them takes nothing? */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { bin, Client, importZone, startListener, testFolder } from './listener-process.js';

const folder = testFolder();
const [db, path] = [join(folder, 'records.db'), join(folder, 'listener.sock')];

/** Rows of 60 kB: 12 MB in all, or 100 MB where there is time to wait for the peer to be given up. */
const isWhole = process.env.POWERDNS_WHOLE !== undefined;
const LARGE_ROWS = isWhole ? 1700 : 200;
const LARGE_ZONE_ID = 2;

test.before(() => {
  importZone(db, '192.0.2.1');
  const zone = join(folder, 'large.example');
  const text = `"${'x'.repeat(250)}" `.repeat(238);
  writeFileSync(
    zone,
    `$ORIGIN large.example.\n$TTL 60\n@ SOA ns.example.com. h 1 2 3 4 5\n@ NS ns.example.com.\n$GENERATE 1-${LARGE_ROWS} t$ TXT ${text}\n`,
  );
  execFileSync(bin, ['import', '--db', db, zone], { stdio: 'ignore' });
});

const residentMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;

test.serial(
  '64 busy connections are served alike beside 1,000 idle ones and one that never reads',
  async (t) => {
    const { child, logged } = await startListener(t, [
      ...['--socket', path, '--db', db],
      ...['--log-level', 'debug'],
    ]);
    const open = (count: number) => Promise.all(Array.from({ length: count }, () => Client.open(t, path)));
    const busy = await open(64);
    const counts = busy.map(() => 0);
    let wrong = 0;
    const askFor = async (ms: number) => {
      counts.fill(0);
      const until = performance.now() + ms;
      await Promise.all(
        busy.map(async (client, at) => {
          for (; performance.now() < until; counts[at]! += 1)
            if ((await client.address()) !== '192.0.2.1') wrong += 1;
        }),
      );
    };
    await askFor(500);
    const before = residentMb(child.pid!);

    for (let batch = 0; batch < 10; batch += 1) await open(100);
    const idle = residentMb(child.pid!);
    const unread = await Client.open(t, path);
    unread.socket.pause();
    unread.socket.write(`AXFR\t${LARGE_ZONE_ID}\n`);
    const askedAt = performance.now();
    await askFor(1000);
    const after = residentMb(child.pid!);

    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    t.log(
      `VmRSS ${before.toFixed(0)} MB, with 1,000 idle ones ${idle.toFixed(0)} MB, at the end ${after.toFixed(0)} MB`,
    );
    t.log(`answers of a busy connection: ${least} to ${most}`);
    t.is(wrong, 0);
    t.true(most < 2 * least);
    t.true(after - before < 40, 'MB, of which about 10 kB are for each connection');
    if (!isWhole) return;
    await logged(/event=closed connection=1065/);
    const seconds = (performance.now() - askedAt) / 1000;
    t.log(`the peer that never read was given up after ${seconds.toFixed(0)} s`);
    t.true(seconds >= 30 && seconds < 40);
  },
);
