import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Sqlite from 'better-sqlite3';
import { powerDnsZones } from '../../../src/cli/sources/powerdns-zones.js';
import { temporaryFolder } from '../../store/temporary-folder.js';
import { readAll } from './read-sourced.js';

function databaseOf(t: ExecutionContext, rows: string): string {
  const path = join(temporaryFolder(t), 'pdns.sqlite3');
  const database = new Sqlite(path);
  database.exec(`CREATE TABLE domains (id INTEGER PRIMARY KEY, name TEXT, type TEXT);
    CREATE TABLE records (id INTEGER PRIMARY KEY, domain_id, name, type, content, ttl, prio, disabled DEFAULT 0);
    INSERT INTO domains VALUES (1, 'A.example', 'NATIVE'), (2, 'b.example', 'SLAVE'), (3, 'c.example', 'MASTER');
    INSERT INTO records VALUES ${rows}`);
  database.close();
  return path;
}

test('each zone is read: disabled rows are counted, empty non-terminals left out, faults told by their row', async (t) => {
  const path = databaseOf(
    t,
    `(1, 1, 'a.example', 'SOA', 'ns h 1 2 3 4 5', 60, NULL, 0), (2, 1, 'off.a.example', 'A', 'x', 60, 0, 1),
    (3, 1, 'off.a.example', 'A', 'y', 60, 0, 1), (4, 1, 'ent.a.example', NULL, NULL, NULL, NULL, 0),
    (5, 1, 'mail.a.example', 'MX', 'mx.a.example', 60, NULL, 0), (6, 1, 'www.a.example', 'URL', 'http://x', 60, 0, 0),
    (7, 1, 'WWW.a.example', 'A', '192.0.2.1', 60, 0, 0), (8, 2, 'b.example', 'SOA', 'ns', 60, 0, 0)`,
  );
  const notes: string[] = [];
  t.deepEqual(await readAll(powerDnsZones(path, (note) => notes.push(note))), [
    {
      label: 'A.example',
      zoneName: 'A.example',
      records: ['example a SOA 60 ns. h. 1 2 3 4 5', 'example a www A 60 192.0.2.1'],
      problems: [
        'error BAD_CONTENT: records.id 5, mail.a.example: MX: there is no priority: set prio',
        "error BAD_TYPE: records.id 6, www.a.example: 'URL' is not a record type: write a mnemonic (MX) or TYPE1 to TYPE65535",
      ],
    },
    {
      label: 'b.example',
      zoneName: 'b.example',
      records: ['example b SOA 60 ns. hostmaster.b.example. 0 10800 3600 604800 3600'],
      problems: [
        "warning SOA_ENDS_EARLY: records.id 8, b.example: the SOA ends early, '0 10800 3600 604800 3600' is taken for the rest as PowerDNS before 4.4 did: write all seven fields",
      ],
    },
    { label: 'c.example', zoneName: 'c.example', records: [], problems: [] },
  ]);
  t.deepEqual(notes, [
    'A.example: 2 disabled rows left out',
    "b.example: PowerDNS has it as SLAVE: later changes of its primary don't come here by themselves",
  ]);
});

test('one zone can be asked for, in any letters', async (t) => {
  const path = databaseOf(t, "(1, 3, 'c.example', 'SOA', 'ns h 1 2 3 4 5', 60, 0, 0)");
  const zones = await readAll(powerDnsZones(path, t.fail, 'C.example'));
  t.deepEqual(
    zones.map(({ records }) => records),
    [['example c SOA 60 ns. h. 1 2 3 4 5']],
  );
});

test('a zone that is not there is an error', async (t) => {
  const path = databaseOf(t, "(1, 3, 'c.example', 'SOA', 'ns h 1 2 3 4 5', 60, 0, 0)");
  const error = await t.throwsAsync(readAll(powerDnsZones(path, t.fail, 'd.example')), { code: 'NO_ZONE' });
  t.regex(error!.message, /has no zone d\.example/);
});
