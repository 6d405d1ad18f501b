/**
 * A process that writes a zone again and again: `node write-zones.js DATABASE ZONE HOSTS TIMES`.
 *
 * Each time all hosts have the same TXT record: how often the zone has been written before. Says `ready` when the database is open and
 * a number after each time.
 */

import { writeSync } from 'node:fs';
import type { ResourceRecord } from '../../src/dns/record.js';
import { openWriter } from '../../src/store/writer.js';
import { records, soa } from './example-zone.js';

const [path, zone, hosts, times] = process.argv.slice(2);
const writer = openWriter(path!);
writeSync(1, 'ready\n');
for (let time = 0; time < Number(times); time += 1) {
  writer.replaceZone(zone!, zoneOf(time));
  writeSync(1, `${time}\n`);
}
writer.close();

function* zoneOf(time: number): Generator<ResourceRecord> {
  yield* records(`${zone} 60 SOA ${soa}`, `${zone} 60 NS ns.example.net.`);
  for (let host = 0; host < Number(hosts); host += 1)
    yield { name: `host${host}.${zone}`, type: 'TXT', ttl: 60, content: `"${time}"` };
}
