/** Does PowerDNS answer from our store as it answers from its own bind backend? */

import { compareWithBind } from './compare-with-bind.js';
import { needs } from './needs.js';
import { fixtureZones } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'named-compilezone', 'libbindbackend.so', 'libpipebackend.so');

const root = fixtureZones.filter(({ zone }) => zone === '.');
const others = fixtureZones.filter(({ zone }) => zone !== '.');

for (const abi of [1, 2, 3, 4, 5]) {
  test(`the fixture zones are answered as by bind, at ABI ${abi}, over UDP and TCP`, async (t) => {
    await compareWithBind(t, others, { abi, over: ['UDP', 'TCP'] });
  });

  test(`the root zone alone is answered as by bind, at ABI ${abi}, over UDP and TCP`, async (t) => {
    await compareWithBind(t, root, { abi, over: ['UDP', 'TCP'] });
  });
}

test('the fixture zones together with the root zone are answered as by bind', async (t) => {
  await compareWithBind(t, fixtureZones, { abi: 4, over: ['UDP'] });
});

test('with the default caches of PowerDNS the answers stay the same', async (t) => {
  const caches = { 'cache-ttl': '20', 'query-cache-ttl': '20', 'negquery-cache-ttl': '60' };
  await compareWithBind(t, fixtureZones, { abi: 4, over: ['UDP'], settings: caches });
});

test('with consistent-backends=no, where PowerDNS asks for single types, the answers stay the same', async (t) => {
  const settings = { 'consistent-backends': 'no' };
  await compareWithBind(t, others, { abi: 4, over: ['UDP'], settings });
});
