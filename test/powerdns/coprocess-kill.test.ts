/** What do clients see when a coprocess is killed? */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** As PowerDNS has them, in milliseconds: they decide what clients see. */
const defaultLimits = { 'pipe-timeout': '2000', 'queue-limit': '1500' };

test('kill -9 of coprocesses under load: PowerDNS starts others, and every later answer is right', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  await importZones(db, zones);
  const settings = { ...pipeSettings(db, 4), ...defaultLimits, 'distributor-threads': '1' };
  const { port, pid } = await startPdns(t, join(folder, 'pipe'), settings);
  const right = (await askUdp(port, questions)).map(formatReply);
  const before = childrenOf(pid);
  t.true(before.length >= 2, 'one for UDP, one for TCP');

  const seen = new Map<string, number>();
  for (let kill = 0; kill < 5; kill++) {
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
    await sleep(100 + 37 * kill);
    for (const child of childrenOf(pid)) process.kill(child, 'SIGKILL');
    await sleep(3000);
    isLoaded = false;
    await load;

    const after = await askUdp(port, Array.from({ length: 50 }, () => questions).flat());
    t.deepEqual(
      after.map(formatReply),
      after.map((_, index) => right[index % questions.length]),
    );
    t.false(before.some((child) => childrenOf(pid).includes(child)));
  }
  t.log(`under load, 5 kills: ${[...seen].map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
});

test('kill -9 of an idle coprocess: one question of PowerDNS is lost, the next is answered right', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  await importZones(db, zones);
  const settings = { ...pipeSettings(db, 4), ...defaultLimits, 'distributor-threads': '1' };
  const { port, pid } = await startPdns(t, join(folder, 'pipe'), settings);
  const right = (await askUdp(port, questions)).map(formatReply);
  for (const [index, question] of questions.entries()) {
    for (const child of childrenOf(pid)) process.kill(child, 'SIGKILL');
    await sleep(50);
    const [lost] = await askUdp(port, [question]);
    const [next] = await askUdp(port, [question]);
    t.is(formatReply(next), right[index]!);
    const outcome = formatReply(lost) === right[index] ? 'the right answer' : (lost?.rcode ?? 'no answer');
    t.log(`${question.qname} ${question.qtype}: the lost question makes ${outcome}`);
  }
});
