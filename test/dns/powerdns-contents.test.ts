import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { typeNumber } from '../../src/dns/record-type.js';
import { askTcp } from '../powerdns/dns-client.js';
import { needs } from '../powerdns/needs.js';
import { startPdns } from '../powerdns/pdns-server.js';
import { importZones, pipeSettings } from '../powerdns/product.js';
import { temporaryFolder } from '../powerdns/temporary-folder.js';
import { contentExamples } from './content-examples.js';

/** PowerDNS answers these with something else than the record. */
const SPECIAL: ReadonlySet<string> = new Set(['RRSIG', 'ALIAS', 'LUA']);
/** Names in these may be compressed (RFC 3597, section 4). */
const COMPRESSIBLE: ReadonlySet<string> = new Set(
  'NS CNAME SOA MB MG MR PTR MINFO MX RP AFSDB SRV KX DNAME'.split(' '),
);

const test = needs('pdns_server', 'libpipebackend.so', 'setpriv');

test('PowerDNS reads the normal form of every type, and means the same by it', async (t) => {
  const examples = contentExamples.filter(({ type }) => type !== 'SOA');
  const records = examples.map(({ type, normal }, at) => `i${at} IN ${type} ${normal}\n`);
  const folder = temporaryFolder(t);
  const file = join(folder, 'example.com.zone');
  const head = '$ORIGIN example.com.\n$TTL 60\n@ IN SOA ns h 1 2 3 4 5\n@ IN NS ns\n';
  writeFileSync(file, head + records.join(''));
  const db = join(folder, 'records.db');
  await importZones(db, [{ zone: 'example.com', file }]);
  const server = await startPdns(t, join(folder, 'pdns'), pipeSettings(db, 5));

  const questions = examples.map(({ type }, at) => ({
    qname: `i${at}.example.com`,
    qtype: SPECIAL.has(type) ? 'TXT' : `TYPE${typeNumber(type)}`,
  }));
  const outcomes = await askTcp(server.port, questions);
  for (const [at, { type, normal, wire }] of examples.entries()) {
    const outcome = outcomes[at];
    t.regex(outcome?.rcode ?? 'no answer', /^(?:NOERROR|NXDOMAIN)$/, `${type} ${normal}\n${server.log()}`);
    if (SPECIAL.has(type) || COMPRESSIBLE.has(type)) continue;
    const rdata = outcome?.answer[0]?.split(' ').slice(3).join('');
    t.is(rdata, wire, `${type} ${normal}`);
  }
});
