/** What is left of a zone when its import is killed? */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transfer } from './dns-client.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { pdnsPipe, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';
import type { ZoneFile } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'libpipebackend.so');

const hosts = 20_000;

/** The same names in every version, each with the version in its address. */
function writeVersion(file: string, version: number): ZoneFile {
  const lines = Array.from({ length: hosts }, (_, host) => `host-${host} A 192.0.2.${version}\n`);
  writeFileSync(
    file,
    `$TTL 60\n@ SOA ns h ${version} 1 1 1 1\n@ NS ns\nns A 192.0.2.${version}\n${lines.join('')}`,
  );
  return { zone: 'big.example', file };
}

test('kill -9 of an import at any moment leaves the old zone or the new one, whole', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  const versions = [1, 2].map((version) => writeVersion(join(folder, `version-${version}.zone`), version));
  const args = ['import', '--db', db, '--zone', 'big.example'];
  const start = (version: number) =>
    spawn(pdnsPipe, [...args, versions[version - 1]!.file], { stdio: 'ignore' });
  await once(start(1), 'exit');
  const began = Date.now();
  await once(start(2), 'exit');
  const wholeMs = Date.now() - began;
  const { port } = await startPdns(t, join(folder, 'pipe'), pipeSettings(db, 4));

  let last = 2;
  const outcomes: string[] = [];
  for (let moment = 1; moment <= 12; moment++) {
    const next = 3 - last;
    const child = start(next);
    const end = once(child, 'exit');
    await sleep((wholeMs * moment) / 11);
    child.kill('SIGKILL');
    await end;
    await sleep(150);
    const records = await transfer(port, 'big.example', 30_000);
    const serials = new Set(records.map((record) => / A c00002(..)$/.exec(record)?.[1]).filter(Boolean));
    t.is(records.length, hosts + 4, 'SOA twice, NS, its address and the hosts');
    t.is(serials.size, 1, 'all records of one version');
    const found = Number.parseInt([...serials][0]!, 16);
    outcomes.push(found === last ? 'old' : 'new');
    last = found;
  }
  t.log(`an import takes ${wholeMs} ms; killed at 12 moments: ${outcomes.join(' ')}`);
  t.true(outcomes.includes('old'));
  // The file can be written again.
  const [code] = await once(start(1), 'exit');
  t.is(code, 0);
});
