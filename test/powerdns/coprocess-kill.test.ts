/** What do clients see when a coprocess is killed? */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { formatReply } from './comparison.js';
import { childrenOf } from './coprocesses.js';
import { askUdp } from './dns-client.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';
import { fixtureZones } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'libpipebackend.so');

const zones = fixtureZones.filter(({ zone }) => zone !== '.');
const questions = [
  'www.example.com A',
  'example.com SOA',
  'a.dev.example.com TXT',
  'missing.example.com A',
].map((text) => {
  const [qname, qtype] = text.split(' ') as [string, string];
  return { qname, qtype };
});

/**
 * Milliseconds; they decide what clients see. A question is dropped as by default; the time for a coprocess to answer
 * is more than the default of 2 seconds, since a busy machine may not start one in that.
 */
const limits = { 'pipe-timeout': '5000', 'queue-limit': '1500' };

/** A PowerDNS with one thread for UDP, and what it rightly answers. */
async function start(t: ExecutionContext) {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  await importZones(db, zones);
  const settings = { ...pipeSettings(db, 4), ...limits, 'distributor-threads': '1' };
  const { port, pid } = await startPdns(t, join(folder, 'pipe'), settings);
  const right = (await askUdp(port, questions)).map(formatReply);
  return { port, pid, right };
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // PowerDNS has ended it itself, after a transfer or a timeout.
    }
  }
}

test('kill -9 of coprocesses under load: PowerDNS starts others, and every later answer is right', async (t) => {
  const { port, pid, right } = await start(t);
  const before = childrenOf(pid);
  t.true(before.length >= 2, 'one for UDP, one for TCP');

  const seen = new Map<string, number>();
  let isLoaded = true;
  const load = (async () => {
    while (isLoaded) {
      const replies = await askUdp(port, questions, 8000);
      for (const [index, reply] of replies.entries()) {
        const outcome = formatReply(reply) === right[index] ? 'right' : (reply?.rcode ?? 'no answer');
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    }
  })();
  const kills = 40;
  for (let kill = 0; kill < kills; kill++) {
    await sleep(200 + kill);
    killAll(childrenOf(pid));
  }
  // A kill while PowerDNS reads the answer to a SOA question: twice pipe-timeout until it goes on.
  await sleep(10_000);
  isLoaded = false;
  await load;
  t.log(
    `under load, ${kills} kills: ${[...seen].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`,
  );

  const after = await askUdp(port, Array.from({ length: 50 }, () => questions).flat());
  t.deepEqual(
    after.map(formatReply),
    after.map((_, index) => right[index % questions.length]),
  );
  t.false(before.some((child) => childrenOf(pid).includes(child)));
});

test('kill -9 of an idle coprocess: one question of PowerDNS is lost, the next is answered right', async (t) => {
  const { port, pid, right } = await start(t);
  for (const [index, question] of questions.entries()) {
    killAll(childrenOf(pid));
    await sleep(50);
    const [lost] = await askUdp(port, [question]);
    const [next] = await askUdp(port, [question]);
    t.is(formatReply(next), right[index]!);
    const outcome = formatReply(lost) === right[index] ? 'the right answer' : (lost?.rcode ?? 'no answer');
    t.log(`${question.qname} ${question.qtype}: the lost question makes ${outcome}`);
  }
});
