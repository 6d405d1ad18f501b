/** Does PowerDNS answer as from its own bind backend, whichever way it gets to our answers? */

import { compareWithBind } from './compare-with-bind.js';
import type { DnsQuestion } from './dns-message.js';
import { needs } from './needs.js';
import { questionsAbout } from './questions.js';
import { overSocket, throughBridge, toOldScript } from './ways.js';
import { fixtureZones } from './zone-files.js';

/** One question of so many is asked. All of them take several minutes for each test. */
const EVERY = process.env.POWERDNS_WHOLE === undefined ? 41 : 1;

const programs = [
  'pdns_server',
  'setpriv',
  'named-compilezone',
  'libbindbackend.so',
  'libpipebackend.so',
] as const;
const test = needs(...programs);
const testPerl = needs(...programs, 'perl');

const zones = fixtureZones.filter(({ zone }) => zone !== '.');
const isAsked = (_: unknown, index: number) => index % EVERY === 0;

test('the sample has every type that is asked for', (t) => {
  const questions = questionsAbout(zones);
  const typesOf = (some: readonly DnsQuestion[]) => [...new Set(some.map(({ qtype }) => qtype))].sort();
  t.deepEqual(typesOf(questions.filter(isAsked)), typesOf(questions));
});

for (const abi of [1, 2, 3, 4, 5]) {
  test(`the fixture zones are answered over a socket as by bind, at ABI ${abi}`, async (t) => {
    await compareWithBind(t, zones, {
      ...{ abi, over: ['UDP', 'TCP'], isAsked },
      reach: (...place) => overSocket(t, ...place),
    });
  });
}

for (const [way, reach] of Object.entries(throughBridge)) {
  test(`the fixture zones are answered through a bridge ${way} as by bind`, async (t) => {
    await compareWithBind(t, zones, {
      ...{ abi: 5, over: ['UDP'], isAsked },
      reach: (...place) => reach(t, ...place),
    });
  });
}

testPerl('the fixture zones are answered by a script of ABI 1 behind a bridge as by bind', async (t) => {
  await compareWithBind(t, zones, {
    ...{ abi: 5, over: ['UDP'], isAsked },
    reach: (...place) => toOldScript(t, ...place),
  });
});
