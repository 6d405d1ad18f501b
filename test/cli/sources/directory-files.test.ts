import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { directoryFiles } from '../../../src/cli/sources/directory-files.js';
import { temporaryFolder } from '../../store/temporary-folder.js';
import { readAll } from './read-sourced.js';

const zone = '@ 60 SOA ns h 1 2 3 4 5\n';

test('the name of a file is the origin, until the file says otherwise', async (t) => {
  const folder = temporaryFolder(t);
  const named: Readonly<Record<string, string>> = {
    'db.a.example': zone,
    'b.example.zone': zone,
    'c.example.db': zone,
    'd.example': zone,
    'f.pl': zone,
    'root.zone': zone,
    'x.zone': `$ORIGIN Y.example.\n${zone}`,
    'z.zone': zone.replace('@', 'z.example.'),
  };
  for (const [name, text] of Object.entries(named)) writeFileSync(join(folder, name), text);
  const zones = await readAll(directoryFiles(folder, t.fail));
  t.deepEqual(
    zones.map(({ label, zoneName, problems }) => [label, zoneName, problems.length]),
    [
      [join(folder, 'b.example.zone'), 'b.example', 0],
      [join(folder, 'c.example.db'), 'c.example', 0],
      [join(folder, 'd.example'), 'd.example', 0],
      [join(folder, 'db.a.example'), 'a.example', 0],
      [join(folder, 'f.pl'), 'f.pl', 0],
      [join(folder, 'root.zone'), '.', 0],
      [join(folder, 'x.zone'), 'Y.example', 0],
      [join(folder, 'z.zone'), 'z.example', 0],
    ],
  );
});

test('what is no zone file is left out, and told unless its name begins with a dot', (t) => {
  const folder = temporaryFolder(t);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const name of [
    '.a.example.swp',
    'a.example.jnl',
    'a.example.signed',
    'a.example~',
    'Makefile',
    'a..b.zone',
  ])
    write(name, zone);
  write('hosts.inc', 'www 60 A 192.0.2.1\n');
  write('records.db', 'SQLite format 3\0');
  mkdirSync(join(folder, 'sub.example'));
  symlinkSync('/nowhere', join(folder, 'gone.example'));
  const notes: string[] = [];
  t.deepEqual(
    directoryFiles(folder, (note) => notes.push(note.replace(`${folder}/`, ''))),
    [],
  );
  t.deepEqual(notes, [
    'Makefile is left out: it is not named like a zone file',
    'a..b.zone is left out: it is not named like a zone file',
    'a.example.jnl is left out: it is not named like a zone file',
    'a.example.signed is left out: it is not named like a zone file',
    'a.example~ is left out: it is not named like a zone file',
    'gone.example is left out: it is no regular file',
    'hosts.inc is left out: no SOA is near its beginning',
    'records.db is left out: it is no text',
  ]);
});

test("a file in BIND's raw format is an error that tells how to convert it", async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'a.example.db');
  writeFileSync(file, Buffer.of(0, 0, 0, 2, 0, 0, 0, 1));
  const [found] = await readAll(directoryFiles(folder, t.fail));
  t.is(found!.zoneName, undefined);
  t.regex(
    found!.problems[0]!,
    /^error RAW_FORMAT: .*`named-compilezone -f raw -F text -o \S+\/a\.example\.db\.txt a\.example \S+\/a\.example\.db`/,
  );
});
