/** Which records do the tests of the store write? */

import type { ResourceRecord } from '../../src/dns/record.js';
import { openWriter } from '../../src/store/writer.js';

/** Records from lines of `name ttl type content`. */
export function records(...lines: readonly string[]): ResourceRecord[] {
  return lines.map((line) => {
    const [name, ttl, type, ...content] = line.split(' ');
    return { name: name!, ttl: Number(ttl), type: type!, content: content.join(' ') };
  });
}

export const soa = 'ns.example.com. hostmaster.example.com. 7 10800 3600 604800 300';

/** A zone with one of everything that the store treats in its own way. */
export const exampleZone = records(
  'www.Example.com 300 A 192.0.2.80',
  'example.com 3600 NS ns.example.com.',
  `example.com 3600 SOA ${soa}`,
  'ns.example.com 3600 A 192.0.2.53',
  'www.example.com 300 A 192.0.2.81',
  'www.example.com 600 TXT "two" "strings"',
  '*.wild.example.com 60 A 192.0.2.7',
  'host.c.b.a.example.com 60 A 192.0.2.9',
  'sub.example.com 3600 NS ns.deep.sub.example.com.',
  'sub.example.com 3600 DS 4711 13 2 00ff',
  'sub.example.com 3600 TXT "at the cut"',
  'ns.deep.sub.example.com 3600 A 192.0.2.153',
);

/** Makes a database, or replaces its zone: host0.example.com and so on, all with one address. */
export function writeHosts(path: string, address: string, count: number): void {
  const writer = openWriter(path);
  const hosts = Array.from({ length: count }, (_, at) => `host${at}.example.com 60 A ${address}`);
  writer.replaceZone(
    'example.com',
    records(`example.com 60 SOA ${soa}`, 'example.com 60 NS ns.example.net.', ...hosts),
  );
  writer.close();
}
