/** Can a listener be replaced while PowerDNS is connected to it directly? With --linger, and nobody notices. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transfer } from './dns-client.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { commandSettings, importZones, startOnSocket } from './product.js';
import { formatSeen, loadSteadily } from './steady-load.js';
import { temporaryFolder } from './temporary-folder.js';
import { fixtureZones } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'libpipebackend.so', 'dnsperf');
const [seconds, handOvers] = process.env.POWERDNS_WHOLE === undefined ? [5, 1] : [60, 10];

test('a listener is relieved under load, and every answer is right', async (t) => {
  const folder = temporaryFolder(t);
  const [db, path] = [join(folder, 'records.db'), join(folder, 'listener.sock')];
  await importZones(
    db,
    fixtureZones.filter(({ zone }) => zone !== '.'),
  );
  const listen = () => startOnSocket(t, 'listen', '--linger', '--socket', path, '--db', db);
  let listener = await listen();
  const { port } = await startPdns(t, join(folder, 'pipe'), {
    ...commandSettings(path, 5),
    'distributor-threads': '7',
  });
  const records = (await transfer(port, 'example.com')).length;

  const loading = loadSteadily(port, folder, seconds);
  for (let handOver = 0; handOver < handOvers; handOver += 1) {
    await sleep((seconds * 1000) / handOvers / 4);
    const successor = await listen();
    await listener.logged(/event=path-taken-over/);
    listener = successor;
    t.is((await transfer(port, 'example.com')).length, records, 'by a new connection');
  }
  const seen = await loading;
  t.log(formatSeen(seen));
  t.deepEqual(seen.wrong.slice(0, 5), []);
  t.deepEqual(
    [...seen.dnsperf.keys()].filter((what) => seen.dnsperf.get(what)! > 0),
    ['NOERROR'],
  );
});
