/** Does `pdnsutil backend-cmd` reach us? At ABI 5 PowerDNS passes on what an operator types. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { systemEnv } from './system-programs.js';
import { temporaryFolder } from './temporary-folder.js';
import { fixtureZones } from './zone-files.js';

const test = needs('pdns_server', 'pdnsutil', 'setpriv', 'libpipebackend.so');

test('pdnsutil backend-cmd shows the zones and answers a ping, at ABI 5', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  await importZones(
    db,
    fixtureZones.filter(({ zone }) => zone === 'example.com'),
  );
  const server = await startPdns(t, join(folder, 'pdns'), pipeSettings(db, 5));
  const command = (text: string) =>
    execFileSync('pdnsutil', [`--config-dir=${server.folder}`, 'backend-cmd', 'pipe', text], {
      encoding: 'utf8',
      env: systemEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  t.regex(command('ping'), /^pong$/m);
  t.regex(command('zones'), /^1 example\.com 2026113001$/m);
  t.regex(command('nonsense'), /^unknown command: nonsense$/m);
});
