/** Does PowerDNS answer from our store as it answers from its own bind backend? */

import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { type Difference, findDifferences, formatDifference } from './comparison.js';
import { askTcp, askUdp, type Outcome } from './dns-client.js';
import { exceptions } from './exceptions.js';
import { needs } from './needs.js';
import { startPdns, uncached } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { questionsAbout } from './questions.js';
import { temporaryFolder } from './temporary-folder.js';
import { bindSettings, fixtureZones, type ZoneFile } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'named-compilezone', 'libbindbackend.so', 'libpipebackend.so');

const root = fixtureZones.filter(({ zone }) => zone === '.');
const others = fixtureZones.filter(({ zone }) => zone !== '.');
const transports = { UDP: askUdp, TCP: askTcp };
type Transport = keyof typeof transports;

/** A bind server, without caches, and a pipe server with the same zones and settings, asked the same. */
async function compare(
  t: ExecutionContext,
  zones: readonly ZoneFile[],
  abi: number,
  over: readonly Transport[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = temporaryFolder(t);
  const start = (name: string, launch: Record<string, string>) =>
    startPdns(t, join(folder, name), { 'dname-processing': 'yes', ...settings, ...launch });
  const db = join(folder, 'records.db');
  await importZones(db, zones);
  const bind = await start('bind', { ...bindSettings(folder, zones), ...uncached });
  const pipe = await start('pipe', pipeSettings(db, abi));
  const questions = questionsAbout(zones);
  for (const transport of over) {
    const ask = transports[transport];
    const expected = await answersOfBind(JSON.stringify([zones, settings, transport]), () =>
      ask(bind.port, questions),
    );
    const actual = await ask(pipe.port, questions);
    const found = await findDifferences(questions, expected, actual, (again) => ask(bind.port, again));
    report(t, `ABI ${abi}, ${transport}: ${questions.length} questions`, found, abi);
  }
}

const answered = new Map<string, Outcome[]>();

/** What bind answers does not depend on the ABI version: it is asked once for each set of zones, settings and transport. */
async function answersOfBind(key: string, ask: () => Promise<Outcome[]>): Promise<Outcome[]> {
  const answers = answered.get(key) ?? (await ask());
  answered.set(key, answers);
  return answers;
}

/** Fails the test on every difference that no exception explains. */
function report(t: ExecutionContext, title: string, found: readonly Difference[], abi: number): void {
  const counts = exceptions.map(() => 0);
  const unexplained = found.filter((difference) => {
    const index = exceptions.findIndex((exception) => exception.applies(difference, abi));
    if (index >= 0) counts[index]!++;
    return index < 0;
  });
  t.log(`${title}, ${unexplained.length} differences`);
  for (const [index, { name }] of exceptions.entries()) {
    if (counts[index]) t.log(`  ${counts[index]} known: ${name}`);
  }
  t.is(unexplained.length, 0, unexplained.slice(0, 20).map(formatDifference).join('\n'));
}

for (const abi of [1, 2, 3, 4, 5]) {
  test(`the fixture zones are answered as by bind, at ABI ${abi}, over UDP and TCP`, async (t) => {
    await compare(t, others, abi, ['UDP', 'TCP']);
  });

  test(`the root zone alone is answered as by bind, at ABI ${abi}, over UDP and TCP`, async (t) => {
    await compare(t, root, abi, ['UDP', 'TCP']);
  });
}

test('the fixture zones together with the root zone are answered as by bind', async (t) => {
  await compare(t, fixtureZones, 4, ['UDP']);
});

test('with the default caches of PowerDNS the answers stay the same', async (t) => {
  const caches = { 'cache-ttl': '20', 'query-cache-ttl': '20', 'negquery-cache-ttl': '60' };
  await compare(t, fixtureZones, 4, ['UDP'], caches);
});

test('with consistent-backends=no, where PowerDNS asks for single types, the answers stay the same', async (t) => {
  await compare(t, others, 4, ['UDP'], { 'consistent-backends': 'no' });
});
