/** Is each exception real? PowerDNS with bind and with a pipe, asked what is known to differ. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { formatReply } from './comparison.js';
import { askUdp } from './dns-client.js';
import { exceptions } from './exceptions.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';
import { bindSettings, type ZoneFile } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'libbindbackend.so', 'libpipebackend.so');

const zoneText = `$ORIGIN known.example.
$TTL 3600
@               IN SOA  ns h 1 2 3 4 5
                IN NS   ns
ns              IN A    192.0.2.1
a.ent           IN A    192.0.2.2
a.*.wild        IN A    192.0.2.3
; This target is 100 bytes longer than its owner.
d               IN DNAME ${'x'.repeat(50)}.${'y'.repeat(50)}
`;
const soa =
  'known.example. 5 SOA ns.known.example. h.known.example. 0000000100000002000000030000000400000005';

/** The two servers with the zone above. */
async function startBoth(t: ExecutionContext, abi: number, settings: Record<string, string> = {}) {
  const folder = temporaryFolder(t);
  const zone: ZoneFile = { zone: 'known.example', file: join(folder, 'known.example.zone') };
  writeFileSync(zone.file, zoneText);
  const db = join(folder, 'records.db');
  await importZones(db, [zone]);
  const bind = await startPdns(t, join(folder, 'bind'), { ...settings, ...bindSettings(folder, [zone]) });
  const pipe = await startPdns(t, join(folder, 'pipe'), { ...settings, ...pipeSettings(db, abi) });
  return { bind, pipe };
}

interface Case {
  readonly exception: string;
  readonly abi: number;
  readonly qname: string;
  readonly qtype: string;
  readonly bind: string;
  readonly pipe: string;
}

const cases: readonly Case[] = [
  {
    exception: 'the placeholder asked for by its type',
    abi: 4,
    qname: 'ent.known.example',
    qtype: 'TYPE65280',
    bind: `NOERROR aa\n  = ${soa}`,
    pipe: 'NOERROR aa',
  },
  {
    exception: 'ANY below a wildcard that is an ENT',
    abi: 4,
    qname: 'any.wild.known.example',
    qtype: 'ANY',
    bind: 'NOERROR aa\n  > any.wild.known.example. 0 TYPE0',
    pipe: 'NOERROR aa\n  > any.wild.known.example. 0 TYPE65280',
  },
  {
    exception: 'ANY at an ENT, at ABI 1 and 2',
    abi: 2,
    qname: 'ent.known.example',
    qtype: 'ANY',
    bind: `NOERROR aa\n  = ${soa}`,
    pipe: 'NOERROR aa\n  > ent.known.example. 0 TYPE65280',
  },
];

for (const { exception: name, abi, qname, qtype, ...expected } of cases) {
  test(`known difference: ${name}`, async (t) => {
    const { bind, pipe } = await startBoth(t, abi);
    const question = { qname, qtype };
    const [bindReply] = await askUdp(bind.port, [question]);
    const [pipeReply] = await askUdp(pipe.port, [question]);
    t.is(formatReply(bindReply), expected.bind);
    t.is(formatReply(pipeReply), expected.pipe);
    const exception = exceptions.find((each) => each.name === name)!;
    t.true(exception.applies({ question, expected: bindReply, actual: pipeReply }, abi));
    t.false(
      exception.applies({ question: { qname, qtype: 'A' }, expected: bindReply, actual: pipeReply }, abi),
    );
  });
}

test('every exception has its case', (t) => {
  t.deepEqual(exceptions.map(({ name }) => name).sort(), cases.map(({ exception }) => exception).sort());
});

for (const processing of ['yes', 'no']) {
  const outcome = processing === 'yes' ? 'loses its step, bind does not' : 'keeps its step';
  test(`known difference: with dname-processing=${processing} a pipe ${outcome} when a DNAME overflows`, async (t) => {
    const settings = { 'dname-processing': processing, 'distributor-threads': '1' };
    const { bind, pipe } = await startBoth(t, 4, settings);
    // 1 + 50 + 1 + 50 + 1 + 50 bytes in front of d: 168 with the zone's name, and more than 255 at the target.
    const overflowing = {
      qname: `${'a'.repeat(50)}.${'b'.repeat(50)}.${'c'.repeat(50)}.d.known.example`,
      qtype: 'A',
    };
    const ordinary = ['ns', 'a.ent', 'missing', 'ent', 'b.a.wild'].map((label) => ({
      qname: `${label}.known.example`,
      qtype: 'A',
    }));
    const wrong = { bind: 0, pipe: 0 };
    const right = (await askUdp(bind.port, ordinary)).map(formatReply);
    for (let round = 0; round < 20; round++) {
      for (const [name, { port }] of Object.entries({ bind, pipe })) {
        await askUdp(port, [overflowing]);
        for (const [index, question] of ordinary.entries()) {
          const [reply] = await askUdp(port, [question]);
          if (formatReply(reply) !== right[index]) wrong[name as keyof typeof wrong]++;
        }
      }
    }
    t.log(`wrong of 100 answers: bind ${wrong.bind}, pipe ${wrong.pipe}`);
    t.is(wrong.bind, 0);
    if (processing === 'yes') t.true(wrong.pipe > 0);
    else t.is(wrong.pipe, 0);
  });
}
