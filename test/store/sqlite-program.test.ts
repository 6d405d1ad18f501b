import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { openWriter } from '../../src/store/writer.js';
import { exampleZone, records, soa } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const isInstalled = spawnSync('sqlite3', ['-version']).status === 0;
const note = 'sqlite3 is missing: apt-get install sqlite3';

/** What the program prints to each statement, for the example zone, the root and a zone of odd texts. */
const prints = test.macro({
  title: (title) => (isInstalled ? title! : `SKIPPED (${note}): ${title}`),
  exec(t, sql: string, ...lines: string[]) {
    if (!isInstalled) {
      t.log(note);
      return process.env.CI ? t.fail(note) : t.pass();
    }
    const path = join(temporaryFolder(t), 'records.db');
    const writer = openWriter(path);
    writer.replaceZone('example.com', exampleZone);
    writer.replaceZone('.', records(`. 60 SOA ${soa}`, 'com 60 NS a.'));
    writer.replaceZone(
      'odd.test',
      records(
        `odd.test 60 SOA ${soa}`,
        'a\\.b\\\\"c,d.odd.test 60 TXT "\\"quoted\\" \\\\n, [not] a newline"',
        'it\'s.odd.test 60 TXT "it\'s"',
      ),
    );
    writer.close();
    t.deepEqual(execFileSync('sqlite3', [path, sql], { encoding: 'utf8' }).split('\n').slice(0, -1), lines);
    return undefined;
  },
});

test(
  'the program sqlite3 reads the zones',
  prints,
  'SELECT id, name FROM zones',
  '1|example.com.',
  '2|.',
  '3|odd.test.',
);
test(
  'the program sqlite3 reads the records, without empty non-terminals',
  prints,
  "SELECT zone, name, type, ttl, content, auth FROM records WHERE zone = 'example.com.'",
  `example.com.|example.com.|SOA|3600|${soa}|1`,
  'example.com.|example.com.|NS|3600|ns.example.com.|1',
  'example.com.|host.c.b.a.example.com.|A|60|192.0.2.9|1',
  'example.com.|ns.example.com.|A|3600|192.0.2.53|1',
  'example.com.|sub.example.com.|NS|3600|ns.deep.sub.example.com.|0',
  'example.com.|sub.example.com.|DS|3600|4711 13 2 00ff|1',
  'example.com.|sub.example.com.|TXT|3600|"at the cut"|0',
  'example.com.|ns.deep.sub.example.com.|A|3600|192.0.2.153|0',
  'example.com.|*.wild.example.com.|A|60|192.0.2.7|1',
  'example.com.|www.example.com.|A|300|192.0.2.80|1',
  'example.com.|www.example.com.|A|300|192.0.2.81|1',
  'example.com.|www.example.com.|TXT|600|"two" "strings"|1',
);
test(
  'the program sqlite3 reads the root zone',
  prints,
  "SELECT name, type FROM records WHERE zone = '.'",
  '.|SOA',
  'com.|NS',
);
test(
  'the program sqlite3 reads names and texts with quotes, backslashes and commas',
  prints,
  "SELECT name, content FROM records WHERE zone = 'odd.test.' AND type = 'TXT'",
  'a\\.b\\\\"c,d.odd.test.|"\\"quoted\\" \\\\n, [not] a newline"',
  'it\'s.odd.test.|"it\'s"',
);
test(
  'numbers are numbers',
  prints,
  'SELECT DISTINCT typeof(ttl), typeof(auth) FROM records',
  'integer|integer',
);
