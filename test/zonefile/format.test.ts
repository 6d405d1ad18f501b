/** Is a zone that was written the same zone when it is read? */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { sortKey } from '../../src/dns/names.js';
import type { ResourceRecord } from '../../src/dns/record.js';
import { formatZoneFile } from '../../src/zonefile/format.js';
import { readZoneFile } from '../../src/zonefile/reader.js';
import { compileZone, namedVersion } from './named.js';
import { randomZone } from './random-zone.js';

const ZONES = fileURLToPath(new URL('../../../fixtures/zones/', import.meta.url));
/** Without named-compilezone nothing is compared; where CI is set it must be there. */
const compare = namedVersion() === undefined && process.env.CI === undefined ? test.skip : test;

const writes = test.macro((t, zoneName: string, records: string[], lines: string[]) => {
  const given = records.map((line) => {
    const [name, ttl, type, ...content] = line.split(' ');
    return { name: name!, ttl: Number(ttl), type: type!, content: content.join(' ') };
  });
  t.is([...formatZoneFile(zoneName, given)].join(''), `${lines.join('\n').replaceAll(' | ', '\t')}\n`);
});

test(
  'each line is whole, with names relative to the zone',
  writes,
  'example.com',
  [
    'example.com 300 SOA ns1.example.com. host.example.net. 1 2 3 4 5',
    'example.com 60 MX 10 example.com.',
    'www.example.com 300 A 192.0.2.1',
    'www.example.com 300 A 192.0.2.2',
  ],
  [
    '$ORIGIN example.com.',
    '@ | 300 | IN | SOA | ns1 host.example.net. 1 2 3 4 5',
    '@ | 60 | IN | MX | 10 @',
    'www | 300 | IN | A | 192.0.2.1',
    'www | 300 | IN | A | 192.0.2.2',
  ],
);
test(
  'an owner has its SOA first, then NS, then the types by number, then the contents in order',
  writes,
  'example.com',
  [
    'example.com 60 TYPE65300 \\# 0',
    'example.com 60 CAA 0 issue ";"',
    'example.com 60 A 192.0.2.10',
    'example.com 60 A 192.0.2.1',
    'Example.com 60 NS b.',
    'example.com 60 NS a.',
    'example.com 60 SOA a. b. 1 2 3 4 5',
  ],
  [
    '$ORIGIN example.com.',
    '@ | 60 | IN | SOA | a. b. 1 2 3 4 5',
    '@ | 60 | IN | NS | a.',
    'Example.com. | 60 | IN | NS | b.',
    '@ | 60 | IN | A | 192.0.2.1',
    '@ | 60 | IN | A | 192.0.2.10',
    '@ | 60 | IN | CAA | 0 issue ";"',
    '@ | 60 | IN | TYPE65300 | \\# 0',
  ],
);
test(
  'owners that look like something else are escaped',
  writes,
  'example.com',
  [
    '$TTL.example.com 60 A 192.0.2.1',
    '@.example.com 60 CNAME \\@.example.com.',
    'a;b.example.com 60 A 192.0.2.1',
    '"q".example.com 60 A 192.0.2.1',
    '(p).example.com 60 A 192.0.2.1',
    'b\\032l.example.com 60 A 192.0.2.1',
    'a\\.example.com 60 A 192.0.2.1',
  ],
  [
    '$ORIGIN example.com.',
    '\\$TTL | 60 | IN | A | 192.0.2.1',
    '\\@ | 60 | IN | CNAME | \\@',
    'a\\;b | 60 | IN | A | 192.0.2.1',
    '\\"q\\" | 60 | IN | A | 192.0.2.1',
    '\\(p\\) | 60 | IN | A | 192.0.2.1',
    'b\\032l | 60 | IN | A | 192.0.2.1',
    'a\\.example.com. | 60 | IN | A | 192.0.2.1',
  ],
);
test(
  'the root zone has names without their final dots',
  writes,
  '.',
  ['. 60 SOA a.root. . 1 2 3 4 5', '. 60 NS a.root.', 'test 60 NS ns.test.'],
  [
    '$ORIGIN .',
    '@ | 60 | IN | SOA | a.root . 1 2 3 4 5',
    '@ | 60 | IN | NS | a.root',
    'test | 60 | IN | NS | ns.test',
  ],
);
test('a zone without records is its $ORIGIN', writes, 'example.com', [], ['$ORIGIN example.com.']);

/** What the reader makes of a text, in the order of its owners. */
function recordsOf(t: ExecutionContext, text: string, origin: string): ResourceRecord[] {
  const onError = (error: Error) => t.fail(error.message);
  const records = [...readZoneFile([Buffer.from(text, 'latin1')], { file: 'zone', origin, onError })];
  return byOwner(records.map(({ name, ttl, type, content }) => ({ name, ttl, type, content })));
}

function byOwner(records: readonly ResourceRecord[]): ResourceRecord[] {
  const keyed = records.map((record) => ({ record, key: sortKey(record.name) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ record }) => record);
}

function inAnyOrder(records: readonly ResourceRecord[]): string[] {
  return records.map((record) => JSON.stringify(record)).sort();
}

function textOf(zoneName: string, records: readonly ResourceRecord[]): string {
  return [...formatZoneFile(zoneName, records)].join('');
}

for (const file of readdirSync(ZONES)) {
  const zoneName = file === 'root.zone' ? '.' : file.replace(/\.zone$/, '');
  const original = readFileSync(`${ZONES}${file}`, 'latin1');

  test(`${file}, written and read, is the same zone, and written again the same text`, (t) => {
    const records = recordsOf(t, original, zoneName);
    const text = textOf(zoneName, records);
    const again = recordsOf(t, text, 'elsewhere.test');
    t.deepEqual(inAnyOrder(again), inAnyOrder(records));
    t.is(textOf(zoneName, again), text);
    t.is(textOf(zoneName, byOwner(records.reverse())), text);
  });

  compare(`named-compilezone reads what ${file} is written as like ${file}`, async (t) => {
    const text = textOf(zoneName, recordsOf(t, original, zoneName));
    const [expected, actual] = await Promise.all(
      [original, text].map((each) => compileZone({ text: each }, '.', zoneName)),
    );
    t.notRegex(expected!, /^refused/);
    t.is(actual, expected);
  });
}

test('what random files say is the same after it was written and read', (t) => {
  for (let seed = 1; seed <= 300; seed++) {
    const reader = readZoneFile([Buffer.from(randomZone(seed), 'latin1')], {
      file: 'zone',
      origin: 'example.com',
      onError: () => {},
    });
    const records = byOwner(
      [...reader].map(({ name, ttl, type, content }) => ({ name, ttl, type, content })),
    );
    for (const zoneName of ['example.com', 'a.example.com', '.']) {
      const text = textOf(zoneName, records);
      const again = recordsOf(t, text, 'elsewhere.test');
      t.deepEqual(inAnyOrder(again), inAnyOrder(records), `seed ${seed}`);
    }
  }
});
