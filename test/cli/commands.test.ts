/** Does the command line take what a user may type? */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';

const bin = join(import.meta.dirname, '../../../bin/pdns-pipe');
const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-commands-'));
test.after.always(() => rmSync(directory, { recursive: true }));

function run(args: readonly string[]) {
  return spawnSync(bin, args, { encoding: 'utf8' });
}

function write(zone: string): string {
  const file = join(directory, `${zone}.zone`);
  writeFileSync(file, `$ORIGIN ${zone}.\n@ 60 SOA ns h 1 2 3 4 5\n@ 60 NS ns\nns 60 A 192.0.2.1\n`);
  return file;
}

test('import takes every file that it is given', (t) => {
  const { stdout } = run([
    'import',
    '--db',
    join(directory, 'a.db'),
    write('a.example'),
    write('b.example'),
    write('c.example'),
  ]);
  t.deepEqual(stdout.match(/[abc]\.example: 3 records/g), [
    'a.example: 3 records',
    'b.example: 3 records',
    'c.example: 3 records',
  ]);
});

test('an option given twice is wrong usage', (t) => {
  const { status, stderr } = run(['import', '--db', 'a.db', '--db', 'b.db', write('d.example')]);
  t.is(status, 2);
  t.regex(stderr, /--db is given twice/);
});
