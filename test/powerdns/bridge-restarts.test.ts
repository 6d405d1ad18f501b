/** What do clients see when the backend behind a bridge is killed, and comes back? */

import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { commandSettings, importZones, pdnsPipe, startOnSocket } from './product.js';
import { formatSeen, loadSteadily, type SeenByClients } from './steady-load.js';
import { temporaryFolder } from './temporary-folder.js';
import { fixtureZones } from './zone-files.js';

const isWhole = process.env.POWERDNS_WHOLE !== undefined;
const test = needs('pdns_server', 'setpriv', 'libpipebackend.so', 'dnsperf');
const testSocat = needs('pdns_server', 'setpriv', 'libpipebackend.so', 'dnsperf', 'socat');

/** The default of --deadline. */
const DEADLINE_MS = 1500;
/** What a bridge may need of it to notice that its backend is back, and to ask again. */
const MARGIN_MS = 500;

/** When the listener was killed, and when its successor could be reached. */
interface Outage {
  readonly from: number;
  readonly to: number;
}

const lengthOf = ({ from, to }: Outage) => to - from;

/**
 * A PowerDNS with 7 threads that asks `command`, and a listener at `path`. The path is a link to where the listener really
 * listens, so that its successor can start before, and the outage is as long as it is meant to be on a busy machine too.
 */
async function start(t: ExecutionContext, commandFor: (path: string) => string) {
  const folder = temporaryFolder(t);
  const [db, path] = [join(folder, 'records.db'), join(folder, 'listener.sock')];
  await importZones(
    db,
    fixtureZones.filter(({ zone }) => zone !== '.'),
  );
  let started = 0;
  const listen = async () => {
    started += 1;
    const place = join(folder, `${started}.sock`);
    return { place, child: (await startOnSocket(t, 'listen', '--socket', place, '--db', db)).child };
  };
  let listener = await listen();
  symlinkSync(listener.place, path);
  const settings = { ...commandSettings(commandFor(path), 5), 'distributor-threads': '7' };
  const { port } = await startPdns(t, join(folder, 'pipe'), settings);

  /** Kills the listener; after a pause there is another one. */
  const replace = async (pauseMs: number): Promise<Outage> => {
    const successor = await listen();
    symlinkSync(successor.place, `${path}.next`);
    const from = performance.now();
    listener.child.kill('SIGKILL');
    await sleep(pauseMs);
    renameSync(`${path}.next`, path);
    listener = successor;
    return { from, to: performance.now() };
  };
  /** Load for so many seconds, and so many kills at random moments of them. */
  const loadWhileKilling = async (seconds: number, kills: number, pauseMs: () => number) => {
    const loading = loadSteadily(port, folder, seconds);
    const slotMs = (seconds * 1000) / kills;
    const begin = performance.now();
    const outages: Outage[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const at = begin + (kill + Math.random() / 2) * slotMs;
      await sleep(Math.max(0, at - performance.now()));
      outages.push(await replace(pauseMs()));
    }
    const seen = await loading;
    t.log(`away for ${outages.map((outage) => Math.round(lengthOf(outage))).join(', ')} ms`);
    t.log(formatSeen(seen));
    return { outages, seen };
  };
  return { loadWhileKilling };
}

/** Nothing is wrong but SERVFAIL, and that only while the backend was away for longer than the deadline allows. */
function assertRight(
  t: ExecutionContext,
  outages: readonly Outage[],
  { wrong, dnsperf }: SeenByClients,
): void {
  const long = outages.filter((outage) => lengthOf(outage) > DEADLINE_MS - MARGIN_MS);
  const unexcused = wrong.filter(
    ({ askedAt, seenAt, seen }) =>
      seen !== 'SERVFAIL' || !long.some(({ from, to }) => seenAt > from && askedAt < to + DEADLINE_MS),
  );
  t.deepEqual(unexcused.slice(0, 5), [], JSON.stringify(outages));
  const allowed = long.length > 0 ? ['NOERROR', 'SERVFAIL'] : ['NOERROR'];
  t.deepEqual(
    [...dnsperf].filter(([what, count]) => count > 0 && !allowed.includes(what)),
    [],
  );
}

/** Shorter than the deadline, margin included. */
const briefly = () => 700 * Math.random();

const bridged = (path: string) => `${pdnsPipe} bridge --connect ${path}`;

test('through a bridge every answer is right while the listener is killed again and again', async (t) => {
  const { loadWhileKilling } = await start(t, bridged);
  const { outages, seen } = await loadWhileKilling(isWhole ? 60 : 10, isWhole ? 10 : 3, briefly);
  assertRight(t, outages, seen);
});

test('while the listener is away for longer the bridge makes SERVFAIL of its questions, and nothing else', async (t) => {
  const { loadWhileKilling } = await start(t, bridged);
  const { outages, seen } = await loadWhileKilling(isWhole ? 20 : 8, 1, () => 3000);
  assertRight(t, outages, seen);
  t.true(seen.wrong.length + (seen.dnsperf.get('SERVFAIL') ?? 0) > 0);
});

if (isWhole)
  testSocat('for comparison: with socat in place of the bridge answers are lost', async (t) => {
    const { loadWhileKilling } = await start(t, (path) => `/usr/bin/socat STDIO UNIX-CONNECT:${path}`);
    const { seen } = await loadWhileKilling(60, 10, briefly);
    t.true(seen.wrong.length > 0);
  });
