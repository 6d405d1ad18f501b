import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import { openReader } from '../../src/store/reader.js';
import { openWriter } from '../../src/store/writer.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
const program = fileURLToPath(new URL('write-zones.js', import.meta.url));

function writeZones(path: string, zone: string, hosts: number, times: number): ChildProcess {
  return spawn(process.execPath, [program, path, zone, String(hosts), String(times)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function firstLine(child: ChildProcess): Promise<void> {
  const early = once(child, 'exit').then(() => {
    throw new Error('the process ended before it was ready');
  });
  await Promise.race([once(child.stdout!, 'data'), early]);
  child.stdout!.resume();
}

async function exitCode(child: ChildProcess): Promise<unknown> {
  child.stdout!.resume();
  const [code] = await once(child, 'exit');
  return code;
}

/** How often each content stands in the zone of id 1. */
function contents(path: string): Map<string, number> {
  const reader = openReader(path);
  const counts = new Map<string, number>();
  for (const { qtype, content } of reader.transfer({ tag: 'AXFR', zoneId: 1 }))
    if (qtype === 'TXT') counts.set(content, (counts.get(content) ?? 0) + 1);
  reader.close();
  return counts;
}

test('ten processes that write at once, into a file that none of them has made, all succeed', async (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const children = Array.from({ length: 10 }, (_, at) => writeZones(path, `zone${at}.example`, 20, 10));
  const codes = await Promise.all(children.map(exitCode));
  t.deepEqual(codes, Array(10).fill(0));
  const writer = openWriter(path);
  t.is([...writer.zones()].length, 10);
  writer.close();
  const reader = openReader(path);
  for (let zoneId = 1; zoneId <= 10; zoneId += 1)
    t.is([...reader.transfer({ tag: 'AXFR', zoneId })].length, 22);
  reader.close();
});

test('whenever a writer is killed, the zone is the old or the new one, whole', async (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const hosts = 4000;
  t.is(await exitCode(writeZones(path, 'example.com', hosts, 1)), 0);
  for (let delayMs = 0; delayMs < 120; delayMs += 15) {
    const child = writeZones(path, 'example.com', hosts, 1000);
    await firstLine(child);
    await sleep(delayMs);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const found = contents(path);
    t.is(found.size, 1, `${delayMs} ms`);
    t.deepEqual([...found.values()], [hosts]);
    const database = new Sqlite(path, { readonly: true });
    t.is(database.pragma('integrity_check', { simple: true }), 'ok');
    database.close();
  }
});

test('while questions come thick, a change is seen within max-staleness', async (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const child = writeZones(path, 'example.com', 1, 1_000_000);
  t.teardown(() => child.kill('SIGKILL'));
  let written = -1;
  child.stdout!.setEncoding('latin1').on('data', (text: string) => {
    written = Math.max(written, Number(text.trimEnd().split('\n').at(-1)) || 0);
  });
  while (written < 1) {
    t.is(child.exitCode, null);
    await sleep(5);
  }
  const reader = openReader(path, { maxStalenessMs: 20, setAlarm: () => true });
  const question = {
    tag: 'Q' as const,
    qname: 'host0.example.com',
    qclass: 'IN',
    qtype: 'ANY',
    zoneId: 1,
    remoteIp: '',
  };
  const seen = (): number => Number([...reader.lookup(question)][0]!.content.slice(1, -1));
  for (let round = 0; round < 20; round += 1) {
    await sleep(1);
    const known = written;
    const end = performance.now() + 25;
    while (performance.now() < end) seen();
    t.true(seen() >= known, `round ${round}`);
  }
  reader.close();
});
