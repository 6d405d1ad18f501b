import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { namedConfFiles } from '../../../src/cli/sources/named-conf-files.js';
import { temporaryFolder } from '../../store/temporary-folder.js';
import { readAll } from './read-sourced.js';

test('primaries and secondaries are read from their files under their names, others are left out with a note', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'a.zone'), '@ 60 SOA ns h 1 2 3 4 5\n');
  writeFileSync(join(folder, 'raw'), Buffer.of(0, 0, 0, 2));
  const conf = join(folder, 'named.conf');
  const statements = [
    `zone "a.example" { type master; file "${folder}/a.zone"; };`,
    `zone "b.example" { type slave; file "${folder}/a.zone"; };`,
    `zone "c.example" { type slave; file "${folder}/raw"; };`,
    `zone "d.example" { type slave; file "${folder}/missing"; };`,
    'zone "e.example" { type slave; };',
    `zone "." { type hint; file "${folder}/a.zone"; };`,
  ];
  writeFileSync(conf, statements.join('\n'));
  const notes: string[] = [];
  const zones = await readAll(
    namedConfFiles(
      conf,
      (problem) => t.fail(problem.message),
      (note) => notes.push(note),
    ),
  );
  t.deepEqual(
    zones.map(({ zoneName, records }) => [zoneName, records]),
    [
      ['a.example', ['example a SOA 60 ns.a.example. h.a.example. 1 2 3 4 5']],
      ['b.example', ['example b SOA 60 ns.b.example. h.b.example. 1 2 3 4 5']],
      [undefined, []],
      [undefined, []],
      [undefined, []],
    ],
  );
  t.regex(zones[2]!.problems[0]!, /error RAW_FORMAT: .*named-compilezone -f raw -F text .* c\.example /);
  t.regex(zones[3]!.problems[0]!, /error UNREADABLE: zone d\.example: ENOENT/);
  t.regex(zones[4]!.problems[0]!, /error NO_FILE: zone e\.example: it has no file/);
  t.is(notes.length, 1);
  t.regex(notes[0]!, /named\.conf:\d+: zone \. is left out: it is of type hint/);
});

test('a named.conf that is not there is an error', (t) => {
  t.throws(
    () =>
      namedConfFiles(
        '/nowhere/named.conf',
        () => {},
        () => {},
      ),
    { code: 'ENOENT' },
  );
});
