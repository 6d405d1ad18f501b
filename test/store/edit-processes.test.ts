import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { openReader } from '../../src/store/reader.js';
import { openWriter } from '../../src/store/writer.js';
import { startAskedCoprocess } from './asked-coprocess.js';
import { records } from './example-zone.js';
import { ended, integrityOf } from './pdns-pipe.js';
import { temporaryFolder } from './temporary-folder.js';

const program = fileURLToPath(new URL('edit-zone.js', import.meta.url));
const seconds = process.env.EDIT_SECONDS ?? '2';

test(`ten processes that edit one zone for ${seconds} s lose no edit, and none finds the database locked`, async (t) => {
  const db = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(db);
  writer.replaceZone(
    'big.example',
    records(
      'big.example 60 SOA ns.example.net. h.example.net. 4294967290 1 1 1 1',
      'big.example 60 NS ns.example.net.',
      'count.big.example 60 TXT "0"',
    ),
  );
  writer.close();
  const coprocess = startAskedCoprocess(t, {
    db,
    qname: () => 'count.big.example',
    isWhole: (contents) => contents.size === 1,
  });

  const children = Array.from({ length: 10 }, (_, number) => {
    const args = [program, db, String(number), seconds];
    return ended(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
  });
  const results = await Promise.all(children);
  for (const { status, stderr } of results) t.deepEqual([status, stderr], [0, '']);
  const { asked, faults } = await coprocess.stop();
  t.deepEqual(faults, []);

  const told = results.map(({ stdout }) => stdout.trim().split(' ').map(Number) as [number, number]);
  const edits = told.map(([count]) => count);
  const total = edits.reduce((sum, count) => sum + count);
  const slowestMs = Math.max(...told.map(([, ms]) => ms));
  t.log(`${edits.join(' + ')} = ${total} edits, the slowest took ${slowestMs} ms; ${asked} questions`);
  t.true(edits.every((count) => count > 0));

  const reader = openReader(db);
  const rows = [...reader.transfer({ tag: 'AXFR', zoneId: 1 })];
  reader.close();
  const content = (type: string) => rows.find(({ qtype }) => qtype === type)!.content;
  t.is(content('TXT'), `"${total}"`);
  // 4294967295 is followed by 1: 0 is left out.
  t.is(content('SOA').split(' ')[2], String(total - 5));
  const names = new Set(rows.map(({ qname }) => qname));
  for (const [number, count] of edits.entries())
    for (let edit = 0; edit < count; edit += 1)
      if (!names.has(`edit${edit}.process${number}.big.example`))
        t.fail(`edit ${edit} of process ${number} is lost`);
  t.is(integrityOf(db), 'ok');
});
