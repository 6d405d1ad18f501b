/** Are the example zones fit to be shown? They load without a complaint, and use what is kept for examples only. */

import { readFileSync } from 'node:fs';
import { needs } from './needs.js';
import { type CompiledRecord, compileZone, fixtureZones } from './zone-files.js';

const test = needs('named-compilezone');

/** RFC 5737 and RFC 3849; the latter with a mapped address of the former. */
const exampleAddress = /^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^2001:db8:|^::ffff:192\.0\.2\.\d+$/;
/** RFC 2606; the root zone and what it delegates; reverse names of documentation addresses. */
const exampleName =
  /(^|\.)(example|test|example\.(com|net|org)|2\.0\.192\.in-addr\.arpa|8\.b\.d\.0\.1\.0\.0\.2\.ip6\.arpa)$/i;
const delegatedByRoot = /^(com|net|alias|in-addr\.arpa|ip6\.arpa|ns\.nic\.com|\.)$/;

for (const zoneFile of fixtureZones) {
  const { zone, file } = zoneFile;
  test(`zone ${zone} says what it is for in its first line, and uses names and addresses kept for examples`, (t) => {
    const [headline] = readFileSync(file, 'utf8').split('\n');
    t.regex(
      headline!,
      zone === '.' ? /^; The root zone, `\.`: / : new RegExp(`^; ${zone.replaceAll('.', '\\.')}: `),
    );
    const foreign = compileZone(zoneFile).filter((record) => !isExample(record, zone));
    t.deepEqual(foreign, []);
  });
}

function isExample({ name, type, content }: CompiledRecord, zone: string): boolean {
  if (type === 'A' || type === 'AAAA') return exampleAddress.test(content) && isExampleName(name, zone);
  return isExampleName(name, zone);
}

function isExampleName(name: string, zone: string): boolean {
  return exampleName.test(name) || (zone === '.' && delegatedByRoot.test(name));
}
