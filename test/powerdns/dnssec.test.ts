/** Do answers from the pipe validate, when PowerDNS signs them live? */

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { delegationSigners, keySettings, secureZone, trustAnchors } from './dnssec-keys.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';

const test = needs(
  'pdns_server',
  'pdnsutil',
  'setpriv',
  'libpipebackend.so',
  'libgsqlite3backend.so',
  'sqlite3',
  'delv',
);

const head = '$TTL 3600\n@ SOA ns hostmaster 1 14400 3600 1209600 300\n@ NS ns\nns A 192.0.2.1\n';
const zones: Readonly<Record<string, string>> = {
  'secure.example': `${head}
www         A     192.0.2.10
            AAAA  2001:db8::10
            TXT   "two" "strings"
MiXed       A     192.0.2.11
a\\.b        TXT   "a dot in a label"
mx          MX    10 www
srv         SRV   0 0 80 www
unknown     TYPE65300 \\# 2 ABCD
alias       CNAME www
to-wild     CNAME any.wild
to-signed   CNAME www.signed
to-nothing  CNAME missing
*.wild      A     192.0.2.12
host.*.mid  A     192.0.2.13
a.b.c       A     192.0.2.14
signed      NS    ns.signed
ns.signed   A     192.0.2.15
unsigned    NS    ns.unsigned
ns.unsigned A     192.0.2.16
`,
  'signed.secure.example': `${head}www A 192.0.2.20\n*.wild A 192.0.2.21\nup CNAME www.secure.example.\n`,
  'unsigned.secure.example': `${head}www A 192.0.2.30\n`,
};

const secure = 'fully validated';
const secureNegative = 'negative response, fully validated';

/** What delv says of each question. */
const expected: Readonly<Record<string, string>> = {
  // positive
  'secure.example SOA': secure,
  'secure.example NS': secure,
  'secure.example DNSKEY': secure,
  'www.secure.example A': secure,
  'www.secure.example AAAA': secure,
  'www.secure.example TXT': secure,
  'mIXeD.SECURE.example A': secure,
  'a\\.b.secure.example TXT': secure,
  'mx.secure.example MX': secure,
  'srv.secure.example SRV': secure,
  'unknown.secure.example TYPE65300': secure,
  // CNAME: delv says it of the whole chain, and of its negative end too
  'alias.secure.example A': secure,
  'alias.secure.example CNAME': secure,
  'alias.secure.example MX': secure,
  'to-wild.secure.example A': secure,
  'to-signed.secure.example A': secure,
  'to-nothing.secure.example A': secure,
  'up.signed.secure.example A': secure,
  // wildcard, and wildcard without the data
  'any.wild.secure.example A': secure,
  'x.y.wild.secure.example A': secure,
  'any.wild.secure.example AAAA': secureNegative,
  'any.wild.signed.secure.example A': secure,
  'x.mid.secure.example A': secureNegative,
  // no data
  'www.secure.example MX': secureNegative,
  'secure.example A': secureNegative,
  // empty non-terminals
  'c.secure.example A': secureNegative,
  'b.c.secure.example TXT': secureNegative,
  'wild.secure.example A': secureNegative,
  // no such name
  'missing.secure.example A': secureNegative,
  'x.y.z.secure.example A': secureNegative,
  'below.www.secure.example A': secureNegative,
  'missing.signed.secure.example A': secureNegative,
  // delegations
  'signed.secure.example DS': secure,
  'www.signed.secure.example A': secure,
  'signed.secure.example SOA': secure,
  'unsigned.secure.example DS': secureNegative,
  'www.unsigned.secure.example A': 'unsigned answer',
  'unsigned.secure.example SOA': 'unsigned answer',
};

test('answers of a zone that is signed live with NSEC3 narrow validate', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  const keys = join(folder, 'keys.db');
  const importAll = async (texts: Readonly<Record<string, string>>) => {
    const files = Object.entries(texts).map(([zone, text]) => {
      const file = join(folder, `${zone}.zone`);
      writeFileSync(file, `$ORIGIN ${zone}.\n${text}`);
      return { zone, file };
    });
    await importZones(db, files);
  };
  await importAll(zones);
  const pipe = pipeSettings(db, 4);
  const server = await startPdns(t, join(folder, 'pdns'), {
    ...pipe,
    launch: 'pipe,gsqlite3',
    ...keySettings(keys),
  });
  secureZone(server.folder, keys, 'secure.example');
  secureZone(server.folder, keys, 'signed.secure.example');
  const signers = delegationSigners(server.folder, 'signed.secure.example').join('\n');
  await importAll({ ...zones, 'secure.example': `${zones['secure.example']}${signers}\n` });

  const anchors = join(folder, 'anchors');
  writeFileSync(anchors, trustAnchors(delegationSigners(server.folder, 'secure.example')));
  const found: Record<string, string> = {};
  for (const question of Object.keys(expected)) {
    const args = ['-a', anchors, '+root=secure.example', '@127.0.0.1', '-p', `${server.port}`];
    const { stdout } = await promisify(execFile)('delv', [...args, ...question.split(' ')]);
    const verdicts = new Set(
      [...stdout.matchAll(/^; (.*(?:validated|unsigned answer).*)$/gm)].map((match) => match[1]),
    );
    found[question] = [...verdicts].join(' | ') || stdout.trim();
  }
  t.deepEqual(found, expected);
  t.log(`${Object.keys(expected).length} questions`);
});
