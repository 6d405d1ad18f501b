import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseContent } from '../../src/dns/content.js';
import { parseName } from '../../src/dns/names.js';
import { tokenize } from '../../src/dns/tokenize.js';
import { needs } from '../powerdns/needs.js';
import { temporaryFolder } from '../powerdns/temporary-folder.js';
import { compileZone } from '../powerdns/zone-files.js';
import { type ContentExample, contentExamples } from './content-examples.js';

/** PowerDNS's own types, and what RFC 4025 has no form for: a gateway without a key. */
function isKnownToNamed({ type, normal }: ContentExample): boolean {
  return !['ALIAS', 'LUA', 'A6'].includes(type) && normal !== '10 1 0 192.0.2.38';
}

const test = needs('named-compilezone');

test('named-compilezone makes the same of every content, by its own normal form', (t) => {
  const examples = contentExamples.filter(isKnownToNamed);
  const records = examples.map(({ type, written }, at) => `${owner(type, at)} IN ${type} ${written}\n`);
  const folder = temporaryFolder(t);
  const file = join(folder, 'example.com.zone');
  writeFileSync(file, `$TTL 60\n${records.join('')}@ IN NS ns.example.net.\n`);

  const compiled = compileZone({ zone: 'example.com', file });
  for (const [at, { type, normal }] of examples.entries()) {
    const name = parseName(owner(type, at), 'example.com');
    const record = compiled.find((record) => record.name === name && record.type === type);
    t.is(record && parseContent(type, tokenize(record.content), '.'), normal, `${type} ${record?.content}`);
  }
});

function owner(type: string, at: number): string {
  return type === 'SOA' ? '@' : `i${at}`;
}
