/** Do the rows of a database of PowerDNS's own mean to us what they mean to PowerDNS? */

import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { formatReply } from './comparison.js';
import { askUdp } from './dns-client.js';
import { createGsqlite3 } from './gsqlite3.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importFrom, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';

const test = needs('pdns_server', 'setpriv', 'libgsqlite3backend.so', 'libpipebackend.so');

/** Type, content, TTL and priority of rows that PowerDNS 4.7 serves, however odd they are. */
const rows: readonly (readonly [
  string | null,
  string | null,
  (number | string | null)?,
  (number | string | null)?,
  (number | null)?,
])[] = [
  ['MX', 'mail.example.com', 300, 10],
  ['MX', 'mail.example.com.', 300, '10'],
  ['MX', '10 mail.example.com', 300, null],
  ['MX', '.', 300, 0],
  ['SRV', '5 5060 sip.example.com', 300, 1],
  ['SRV', '1 5 5060 sip.example.com', 300, ''],
  ['NAPTR', '100 10 "u" "E2U+sip" "!^.*$!sip:a@example.com!" .', 300, 7],
  ['TXT', 'v=spf1 -all'],
  ['TXT', ''],
  ['TXT', ' leading and trailing '],
  ['TXT', 'a\tb  c;d'],
  ['TXT', 'v=\\"x\\" y'],
  ['TXT', '"a\\"b"'],
  ['TXT', '"c:\\\\x" "\\009\\255"'],
  ['TXT', '"one" two'],
  ['TXT', '"one""two"'],
  ['TXT', '"grüß"'],
  ['TXT', `"${'x'.repeat(300)}"`],
  ['TXT', 'x'.repeat(600)],
  ['TXT', `"${'\\"'.repeat(200)}\\001${'y'.repeat(300)}" "z"`],
  ['SPF', `"${'x'.repeat(256)}"`],
  ['A', '192.0.2.1', null],
  ['A', '192.0.2.1', 0],
  ['A', '192.0.2.1', ''],
  ['A', ' 192.0.2.1 ', 300],
  ['a', '192.0.2.1', 300],
  ['AAAA', '2001:DB8::1'],
  ['CNAME', 'Target.example.net'],
  ['CNAME', '@'],
  ['CAA', '0 issue "ca.example.net; x=y"'],
  ['HINFO', '"a" "b"'],
  ['TYPE65300', '\\# 2 ABCD'],
  ['A', '192.0.2.9', 300, 0, 1],
  ['A', '192.0.2.9', 300, 0, null],
  [null, null, null],
  ['', null, null],
];

test('odd rows are served as PowerDNS serves them from gsqlite3', async (t) => {
  const folder = temporaryFolder(t);
  const { file, settings } = createGsqlite3(folder);
  const database = new Sqlite(file);
  database.exec("INSERT INTO domains (id, name, type) VALUES (1, 'example.com', 'NATIVE')");
  const insert = database.prepare(
    'INSERT INTO records (domain_id, name, type, content, ttl, prio, disabled) VALUES (1, ?, ?, ?, ?, ?, ?)',
  );
  const soa = 'ns1.example.com hostmaster.example.com 5 10800 3600 604800 3600';
  insert.run('example.com', 'SOA', soa, 3600, null, 0);
  const names = rows.map(([type, content, ttl = 300, prio = 0, disabled = 0], at) => {
    const name = `r${at}.example.com`;
    insert.run(name, type, content, ttl, prio, disabled);
    return name;
  });
  database.close();
  const db = join(folder, 'records.db');
  await importFrom(db, ['--from-gsqlite3', file]);
  const gsqlite3 = await startPdns(t, join(folder, 'gsqlite3'), settings);
  const pipe = await startPdns(t, join(folder, 'pipe'), pipeSettings(db, 5));
  const questions = names.map((qname) => ({ qname, qtype: 'ANY' }));
  const expected = await askUdp(gsqlite3.port, questions);
  const actual = await askUdp(pipe.port, questions);
  for (const [at, { qname }] of questions.entries()) {
    const title = `${qname} ${JSON.stringify(rows[at])}`;
    t.not(expected[at]?.rcode, 'SERVFAIL', `PowerDNS serves it: ${title}`);
    // An empty non-terminal is made by a name below it, not by a row.
    if (rows[at]![0]) t.is(formatReply(actual[at]), formatReply(expected[at]), title);
  }
});
