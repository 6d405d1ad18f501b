/** Does a transfer hold the whole zone, as from the bind backend? */

import { join } from 'node:path';
import { transfer } from './dns-client.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';
import { bindSettings, fixtureZones } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'libbindbackend.so', 'libpipebackend.so');

for (const abi of [1, 3, 4, 5]) {
  test(`every zone is transferred as from bind, its SOA first and last, at ABI ${abi}`, async (t) => {
    const folder = temporaryFolder(t);
    const db = join(folder, 'records.db');
    await importZones(db, fixtureZones);
    const bind = await startPdns(t, join(folder, 'bind'), bindSettings(folder, fixtureZones));
    const pipe = await startPdns(t, join(folder, 'pipe'), pipeSettings(db, abi));
    let records = 0;
    for (const { zone } of fixtureZones) {
      const expected = await transfer(bind.port, zone);
      const actual = await transfer(pipe.port, zone);
      t.deepEqual(actual.toSorted(), expected.toSorted(), zone);
      t.regex(actual[0]!, / SOA /, zone);
      t.regex(actual.at(-1)!, / SOA /, zone);
      records += actual.length;
    }
    t.log(`${fixtureZones.length} zones, ${records} records`);
  });
}
