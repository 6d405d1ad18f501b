/** When does PowerDNS see what another process has changed, and what of a row that nobody should have written? */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatReply } from './comparison.js';
import { askUdp } from './dns-client.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';

const test = needs('pdns_server', 'setpriv', 'libpipebackend.so', 'sqlite3');

const soa = '$TTL 60\n@ SOA ns h 1 2 3 4 5\n@ NS ns\n';

test('an import by another process is served 100 ms later, under load too, without a restart', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  const zone = { zone: 'changing.example', file: join(folder, 'changing.example.zone') };
  const write = (version: number) =>
    writeFileSync(zone.file, `$ORIGIN changing.example.\n${soa}host A 192.0.2.${version}\n`);
  write(1);
  await importZones(db, [zone]);
  const { port } = await startPdns(t, join(folder, 'pipe'), pipeSettings(db, 4));
  const load = Array.from({ length: 64 }, () => ({ qname: 'host.changing.example', qtype: 'A' }));
  for (let version = 2; version <= 5; version++) {
    write(version);
    let isChanged = false;
    const change = importZones(db, [zone]).then(() => {
      isChanged = true;
    });
    while (!isChanged) await askUdp(port, load);
    await change;
    await sleep(100);
    const replies = await askUdp(port, load);
    const address = `c00002${version.toString(16).padStart(2, '0')}`;
    t.deepEqual(
      [...new Set(replies.map(formatReply))],
      [`NOERROR aa\n  > host.changing.example. 60 A ${address}`],
    );
  }
});

test('a bad line in a row is left out and logged; its neighbours and the dialogue are unharmed', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  const zone = { zone: 'rows.example', file: join(folder, 'rows.example.zone') };
  const hosts = 'host A 192.0.2.1\nhost A 192.0.2.2\nhost A 192.0.2.3\nother A 192.0.2.9\n';
  writeFileSync(zone.file, `$ORIGIN rows.example.\n${soa}ns A 192.0.2.53\n${hosts}`);
  await importZones(db, [zone]);
  // A ttl that PowerDNS can't read would shift every later answer by one.
  const sql = `UPDATE node SET records = replace(records, ' 60 192.0.2.2', ' soon 192.0.2.2') WHERE name = 'example rows host'; SELECT changes();`;
  t.is(execFileSync('sqlite3', [db, sql], { encoding: 'utf8' }).trim(), '1');

  const { port, log } = await startPdns(t, join(folder, 'pipe'), pipeSettings(db, 4));
  const questions = ['host', 'other', 'ns', 'missing'].map((label) => ({
    qname: `${label}.rows.example`,
    qtype: 'A',
  }));
  const replies = await askUdp(port, Array.from({ length: 25 }, () => questions).flat());
  const right = [
    'NOERROR aa\n  > host.rows.example. 60 A c0000201\n  > host.rows.example. 60 A c0000203',
    'NOERROR aa\n  > other.rows.example. 60 A c0000209',
    'NOERROR aa\n  > ns.rows.example. 60 A c0000235',
    'NXDOMAIN aa\n  = rows.example. 5 SOA ns.rows.example. h.rows.example. 0000000100000002000000030000000400000005',
  ];
  t.deepEqual(
    replies.map(formatReply),
    replies.map((_, index) => right[index % right.length]),
  );
  t.regex(log(), /host\.rows\.example.*left out|left out.*host\.rows\.example/);
});

test('a wrong option in pipe-command ends PowerDNS at its start, and its log says which', async (t) => {
  const folder = temporaryFolder(t);
  const settings = pipeSettings(join(folder, 'records.db'), 4, '--max-stale', '5');
  const error = await t.throwsAsync(startPdns(t, join(folder, 'pipe'), settings));
  t.regex(error!.message, /pdns_server ended/);
  t.regex(error!.message, /pdns-pipe.*max-stale/);
});
