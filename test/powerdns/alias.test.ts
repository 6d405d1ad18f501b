/** Are ALIAS records served as from bind? They are PowerDNS's own, so that named-compilezone can't read such a zone. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDifferences, formatDifference, formatReply } from './comparison.js';
import { askUdp } from './dns-client.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';
import { bindSettings } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'libbindbackend.so', 'libpipebackend.so');

const zoneText = `$ORIGIN alias.example.
$TTL 3600
@       IN SOA   ns h 1 2 3 4 5
        IN NS    ns
        IN ALIAS target.alias.example.
ns      IN A     192.0.2.1
target  IN A     192.0.2.2
        IN AAAA  2001:db8::2
sub     IN ALIAS target.alias.example.
        IN MX    10 ns
*.wild  IN ALIAS target.alias.example.
gone    IN ALIAS missing.alias.example.
`;

test('an ALIAS is expanded as from bind', async (t) => {
  const folder = temporaryFolder(t);
  const zone = { zone: 'alias.example', file: join(folder, 'alias.example.zone') };
  writeFileSync(zone.file, zoneText);
  const db = join(folder, 'records.db');
  await importZones(db, [zone]);
  const resolver = await startPdns(t, join(folder, 'resolver'), bindSettings(folder, [zone]));
  const expansion = { 'expand-alias': 'yes', resolver: `127.0.0.1:${resolver.port}` };
  const bind = await startPdns(t, join(folder, 'bind'), { ...expansion, ...bindSettings(folder, [zone]) });

  const names = ['', 'sub.', 'any.wild.', 'gone.', 'missing.'];
  // Not ANY: PowerDNS 4.7 leaves it without an answer where there is an ALIAS, with bind as well.
  const types = ['A', 'AAAA', 'MX', 'TXT', 'ALIAS', 'SOA'];
  const questions = names.flatMap((name) => types.map((qtype) => ({ qname: `${name}alias.example`, qtype })));
  const expected = await askUdp(bind.port, questions);
  t.is(formatReply(expected[0]), 'NOERROR aa\n  > alias.example. 3600 A c0000202');
  for (const abi of [1, 4]) {
    const pipe = await startPdns(t, join(folder, `pipe-${abi}`), { ...expansion, ...pipeSettings(db, abi) });
    const actual = await askUdp(pipe.port, questions);
    const found = await findDifferences(questions, expected, actual, (again) => askUdp(bind.port, again));
    t.deepEqual(found.map(formatDifference), [], `ABI ${abi}`);
  }
});
