/**
 * A process that edits big.example again and again: `node edit-zone.js DATABASE NUMBER SECONDS`.
 *
 * With each edit it adds a name of its own, and counts it in a TXT record that all processes count in. Says how many edits
 * it has made, and how many milliseconds the slowest took.
 */

import { openWriter } from '../../src/store/writer.js';

const [path, number, seconds] = process.argv.slice(2);
const writer = openWriter(path!);
const end = performance.now() + Number(seconds) * 1000;
let edits = 0;
let slowestMs = 0;
while (performance.now() < end) {
  const start = performance.now();
  writer.editZone('big.example', (zone) => {
    const count = Number(zone.records('count.big.example')[0]!.content.slice(1, -1));
    zone.setRecords('count.big.example', [{ type: 'TXT', ttl: 60, content: `"${count + 1}"` }]);
    zone.setRecords(`edit${edits}.process${number}.big.example`, [
      { type: 'A', ttl: 60, content: '192.0.2.1' },
    ]);
  });
  slowestMs = Math.max(slowestMs, performance.now() - start);
  edits += 1;
}
writer.close();
process.stdout.write(`${edits} ${slowestMs.toFixed(0)}\n`);
