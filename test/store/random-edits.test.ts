/** Is a zone after any edits the same as one that is written anew? */

import { createRequire } from 'node:module';
import { join } from 'node:path';
import test from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import { seededRandom } from '../../src/bench/random.js';
import type { OwnedRecord } from '../../src/store/owner.js';
import { StoreError } from '../../src/store/store-error.js';
import { openStoredZones } from '../../src/store/stored-zones.js';
import { openWriter } from '../../src/store/writer.js';
import { records } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

const EDITS = 3000;
const SEED = Number(process.env.EDITS_SEED ?? 1);

function rowsOf(path: string): string[] {
  const database = new Sqlite(path, { readonly: true });
  const rows = database.prepare('SELECT name, records FROM node ORDER BY name').raw().all() as [
    string,
    string,
  ][];
  database.close();
  return rows.map(([name, row]) => `${name}: ${row}`);
}

for (const zoneName of ['example.com', '.']) {
  test(`after each of ${EDITS} random edits of ${zoneName} its rows are those of a zone written anew (seed ${SEED})`, (t) => {
    const random = seededRandom(SEED);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
    const folder = temporaryFolder(t);
    const [edited, anew] = [join(folder, 'edited.db'), join(folder, 'anew.db')];
    const writer = openWriter(edited);
    const other = openWriter(anew);
    const soa = 'ns.net. h.net. 1 10800 3600 604800 300';
    writer.replaceZone(zoneName, records(`${zoneName} 60 SOA ${soa}`, `${zoneName} 60 NS ns.net.`));
    const labels = ['a', 'b', '*', 'a-', 'B'];
    const drawName = () => {
      const below = Array.from({ length: Math.floor(random() * 5) }, () => pick(labels)).join('.');
      if (below === '') return zoneName;
      return zoneName === '.' ? below : `${below}.${zoneName}`;
    };
    const drawn: readonly OwnedRecord[] = [
      { type: 'A', ttl: 60, content: '192.0.2.1' },
      { type: 'NS', ttl: 60, content: 'ns.net.' },
      { type: 'DS', ttl: 60, content: '1 13 2 00ff' },
      { type: 'TXT', ttl: 60, content: '"x"' },
      { type: 'CNAME', ttl: 60, content: 'a.net.' },
    ];
    for (let edit = 0; edit < EDITS; edit++) {
      const name = drawName();
      const added = random() < 0.4 ? [] : drawn.filter(() => random() < 0.4);
      try {
        writer.editZone(zoneName, (zone) => {
          const kept = zone
            .records(name)
            .filter(({ type }) => type === 'SOA' || (random() < 0.2 && type !== 'CNAME'));
          zone.setRecords(name, [...kept, ...added]);
        });
      } catch (error) {
        if (!(error instanceof StoreError) || !/CNAME/.test(error.code)) throw error;
      }
      if (edit % 10 > 0) continue;
      const stored = openStoredZones(edited);
      other.replaceZone(zoneName, stored.records(zoneName));
      stored.close();
      if (rowsOf(edited).join('\n') !== rowsOf(anew).join('\n')) {
        t.deepEqual(rowsOf(edited), rowsOf(anew), `edit ${edit} of ${name}`);
        break;
      }
    }
    t.true(rowsOf(edited).length > 20, 'the zone has become one');
    writer.close();
    other.close();
  });
}
