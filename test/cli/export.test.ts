/** Does `pdns-pipe export` write what `import` takes, in the same bytes each time? */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { writeZoneFile, zoneFileName } from '../../src/cli/export-file.js';
import { bin, commandProcess, testFolder } from './run.js';

const folder = testFolder();
const { succeed, fail } = commandProcess();
const fixtures = fileURLToPath(new URL('../../../fixtures/zones/', import.meta.url));
const within = (...path: string[]) => join(folder, ...path);

function textsIn(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory).map((file) => [file, readFileSync(join(directory, file), 'latin1')]),
  );
}

test('import of an export makes the same zones, and their export the same bytes', (t) => {
  const [one, two] = [within('one.db'), within('two.db')];
  succeed(t, ['import', '--db', one, ...readdirSync(fixtures).map((file) => join(fixtures, file))]);
  const summary = succeed(t, ['export', '--all', '--directory', within('first', 'time'), '--db', one]);
  t.regex(summary, /^\.: 20 records in .*\/first\/time\/%2E\.zone\n/);
  t.regex(summary, /^example\.com: 43 records in .*example\.com\.zone$/m);
  const first = textsIn(within('first', 'time'));
  t.is(Object.keys(first).length, readdirSync(fixtures).length, 'nothing but the zones is left there');
  const files = Object.keys(first).map((file) => within('first', 'time', file));
  succeed(t, ['import', '--db', two, ...files]);
  const exported = JSON.parse(
    succeed(t, ['export', '--all', '--json', '--directory', within('2'), '--db', two]),
  );
  t.deepEqual(exported[0], { zoneName: '.', file: within('2', '%2E.zone'), records: 20 });
  t.deepEqual(textsIn(within('2')), first);
  const recordsOf = (db: string) => succeed(t, ['record', 'list', '--db', db]).split('\n').toSorted();
  t.deepEqual(recordsOf(two), recordsOf(one));
  t.is(succeed(t, ['export', 'Example.COM.', '--db', two]), first['example.com.zone']!);
});

test('names are relative, and the records stand in one order however they came', (t) => {
  const db = ['--db', within('order.db')];
  succeed(t, ['zone', 'add', 'a.test', '--primary', 'ns.a.test', ...db]);
  succeed(t, ['record', 'add', 'www.a.test', 'MX', '60', '20 b.test', '10 www.a.test', ...db]);
  succeed(t, ['record', 'add', 'www.a.test', 'A', '60', '192.0.2.2', '192.0.2.1', ...db]);
  t.is(
    succeed(t, ['export', 'a.test', ...db]),
    `$ORIGIN a.test.
@\t3600\tIN\tSOA\tns hostmaster 3 10800 3600 604800 3600
@\t3600\tIN\tNS\tns
www\t60\tIN\tA\t192.0.2.1
www\t60\tIN\tA\t192.0.2.2
www\t60\tIN\tMX\t10 www
www\t60\tIN\tMX\t20 b.test.
`,
  );
});

test('a reader that has enough is no error; a disk that is full is one, and the old file stays', (t) => {
  const db = within('large.db');
  const hosts = Array.from({ length: 20_000 }, (_, host) => `host${host} A 192.0.2.1\n`).join('');
  const file = within('large.zone');
  writeFileSync(file, `$ORIGIN large.test.\n$TTL 60\n@ SOA ns h 1 2 3 4 5\n@ NS ns.b.test.\n${hosts}`);
  succeed(t, ['import', '--db', db, file]);
  const shell = (command: string) =>
    spawnSync('bash', ['-c', `set -o pipefail; ${command}`, bin, db, within('full')], { encoding: 'utf8' });
  const head = shell('"$0" export large.test --db "$1" | head -n 1');
  t.deepEqual([head.status, head.stdout, head.stderr], [0, '$ORIGIN large.test.\n', '']);
  const full = shell('"$0" export large.test --db "$1" >/dev/full');
  t.is(full.status, 1);
  t.regex(full.stderr, /^pdns-pipe: stdout can't be written: ENOSPC: .*; what came out is not all\n$/);

  mkdirSync(within('full'));
  writeFileSync(within('full', 'large.test.zone'), 'old\n');
  const limited = shell('ulimit -f 100; "$0" export large.test --directory "$2" --db "$1"');
  t.is(limited.status, 1);
  t.regex(
    limited.stderr,
    /^pdns-pipe: .*large\.test\.zone can't be written: EFBIG: .*; what stood there still does\n$/,
  );
  t.deepEqual(textsIn(within('full')), { 'large.test.zone': 'old\n' });
});

test('what is wrong in the arguments of export is wrong usage; a zone that is not there is refused', (t) => {
  const db = ['--db', within('wrong.db')];
  succeed(t, ['zone', 'add', 'a.test', ...db]);
  fail(t, ['export', ...db], 2, /Name zones, or give --all/);
  fail(t, ['export', '--all', 'a.test', '--directory', folder, ...db], 2, /Name zones, or give --all/);
  fail(t, ['export', '--all', ...db], 2, /say with --directory/);
  fail(t, ['export', 'a.test', 'b.test', ...db], 2, /say with --directory/);
  fail(t, ['export', 'a.test', '--json', ...db], 2, /say with --directory/);
  t.is(fail(t, ['export', 'b.test', ...db], 1, /there is no zone b\.test/), '');
  const both = ['export', 'a.test', 'b.test', '--directory', within('none'), ...db];
  t.is(fail(t, both, 1, /there is no zone b\.test/), '');
  t.throws(() => readdirSync(within('none')), { code: 'ENOENT' });
});

test('a file name is safe and of one zone only', (t) => {
  t.is(zoneFileName('_tcp.example-1.com'), '_tcp.example-1.com.zone');
  t.is(zoneFileName('.'), '%2E.zone');
  t.is(zoneFileName('..\\047etc.a/b'), '..%5C047etc.a%2Fb.zone');
  t.is(zoneFileName('a\\.b.c%2f'), 'a%5C.b.c%252f.zone');
  const long = `${'a'.repeat(62)}.`.repeat(4).slice(0, -1);
  t.is(zoneFileName(long).length, 150 + 2 + 64 + 5);
  t.not(zoneFileName(long), zoneFileName(`${long.slice(0, -1)}b`));
});

test('a file is replaced when all of it has come, and only then', (t) => {
  const path = within('whole.zone');
  writeFileSync(path, 'old\n');
  t.throws(
    () =>
      writeZoneFile(
        path,
        (function* () {
          yield 'half\n';
          throw new Error('no more');
        })(),
      ),
    { message: 'no more' },
  );
  t.is(readFileSync(path, 'utf8'), 'old\n');
  let written = 0;
  writeZoneFile(path, ['new\n', 'text\n'], (bytes) => {
    written += bytes;
  });
  t.is(written, 9);
  t.is(readFileSync(path, 'utf8'), 'new\ntext\n');
  t.deepEqual(execFileSync('find', [folder, '-name', '*.part']).toString(), '');
});
