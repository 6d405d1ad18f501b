/** How do the records of a database get to a script? As a file with a line for each: name, type, TTL, zone id, content. */

import { writeFileSync } from 'node:fs';
import { questionFor } from '../../src/conversation/peer.js';
import { formatName, parseName } from '../../src/dns/names.js';
import { abiOf } from '../../src/protocol/abi.js';
import { formatData } from '../../src/protocol/format-reply.js';
import { openReader } from '../../src/store/reader.js';
import { openStoredZones } from '../../src/store/stored-zones.js';
import { emptyNonTerminals } from './questions.js';
import { fixtureZones } from './zone-files.js';

/** Writes the zones of `db`, empty non-terminals of the fixture zones included, as fixtures/backends/abi-1.pl reads them. */
export function writeTabSeparated(db: string, file: string): void {
  const stored = openStoredZones(db);
  const reader = openReader(db);
  try {
    const rows = [...stored.zones()].flatMap(({ zoneName, zoneId }) => {
      const zone = fixtureZones.filter((each) => each.zone === zoneName);
      const ents = [...emptyNonTerminals(zone)].flatMap((qname) => [
        ...reader.lookup(questionFor(formatName(parseName(qname)).slice(0, -1), 'ANY', { zoneId })),
      ]);
      return [...reader.transfer({ tag: 'AXFR', zoneId, zoneName }), ...ents];
    });
    const lines = rows.map((row) => {
      const [, qname, , qtype, ttl, zoneId, ...content] = formatData(row, abiOf(1)!, 'placeholder').split(
        '\t',
      );
      return [qname, qtype, ttl, zoneId, ...content].join('\t');
    });
    writeFileSync(file, lines.join(''), 'latin1');
  } finally {
    reader.close();
    stored.close();
  }
}
