/** Which zone file does the bench import? A large one of many types, in the order in which it has grown. */

import { drawSite, type Entry } from './site-entries.js';

/** The name of the zone. */
export const largeZoneName = 'large.example';

/** What every zone begins with. */
const head = `$ORIGIN ${largeZoneName}.
$TTL 1h
@\tIN SOA ns1 hostmaster (
\t\t2026010101 ; serial
\t\t3h         ; refresh
\t\t1h         ; retry
\t\t1w         ; expire
\t\t5m )       ; minimum
\t\tNS ns1
\t\tNS ns2
\t\tMX 10 mx1
\t\tTXT "v=spf1 mx -all"
ns1\t\tA 192.0.2.53
ns2\t\tA 192.0.2.54
mx1\t\tA 192.0.2.25
`;
/** Of the apex and its servers. */
export const fewestRecords = 8;

/** Sites whose entries stand mixed with each other: they were set up at about the same time (a guess). */
const sitesInBlock = 20;

/** The text of a zone file of exactly `records` records, 8 or more, piece by piece. The same for the same `random`. */
export function* largeZone(records: number, random: () => number): Generator<string> {
  yield head;
  let missing = records - fewestRecords;
  for (let site = 0; missing > 0; ) {
    const entries: Entry[] = [];
    for (const end = site + sitesInBlock; site < end; site++) entries.push(...drawSite(site, random));
    const length = entries.reduce((sum, entry) => sum + entry.length, 0);
    const block = length <= missing ? shuffled(entries, random) : spareHosts(missing);
    missing -= Math.min(length, missing);
    yield `${block.map((entry) => entry.join('\n')).join('\n')}\n`;
  }
}

/** Where a block would be too long. */
function spareHosts(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => [`spare${index + 1}\tA 192.0.2.80`]);
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let end = order.length - 1; end > 0; end--) {
    const other = Math.floor(random() * (end + 1));
    [order[end], order[other]] = [order[other]!, order[end]!];
  }
  return order;
}
