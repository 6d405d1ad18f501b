/** Does `pdns-pipe import` say what would change, and change what it should? */

import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { commandProcess, testFolder } from './run.js';

const folder = testFolder();
const { run, succeed } = commandProcess();
const newDatabase = (name: string) => ['--db', join(folder, `${name}.db`)];
const write = (name: string, text: string) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const zone = (serial: number, ...lines: readonly string[]) =>
  [
    '$ORIGIN a.example.',
    '$TTL 60',
    `@ SOA ns.net. h.net. ${serial} 2 3 4 5`,
    '@ NS ns.net.',
    ...lines,
    '',
  ].join('\n');

test('a dry run prints what goes and what comes, and changes nothing', (t) => {
  const db = newDatabase('dry');
  const old = write('dry.zone', zone(1, 'www A 192.0.2.1', 'www A 192.0.2.2'));
  t.is(
    succeed(t, ['import', ...db, '--dry-run', old]),
    '+ a.example. 60 IN SOA ns.net. h.net. 1 2 3 4 5\n+ a.example. 60 IN NS ns.net.\n' +
      '+ www.a.example. 60 IN A 192.0.2.1\n+ www.a.example. 60 IN A 192.0.2.2\n' +
      `${old}: a.example: would be: 4 records at 2 names, zone is new, serial 1\n`,
  );
  t.false(existsSync(db[1]!));
  succeed(t, ['import', ...db, old]);
  const changed = write('dry.zone', zone(2, 'www A 192.0.2.1', 'www A 192.0.2.3', 'a.b TXT x'));
  const expected =
    '- a.example. 60 IN SOA ns.net. h.net. 1 2 3 4 5\n+ a.example. 60 IN SOA ns.net. h.net. 2 2 3 4 5\n' +
    '+ a.b.a.example. 60 IN TXT "x"\n- www.a.example. 60 IN A 192.0.2.2\n+ www.a.example. 60 IN A 192.0.2.3\n' +
    `${changed}: a.example: would be: 5 records at 3 names, 3 added, 2 deleted, serial 1 to 2\n`;
  t.is(succeed(t, ['import', ...db, '--dry-run', changed]), expected);
  t.is(succeed(t, ['import', ...db, '--dry-run', changed]), expected, 'the first has changed nothing');
  const [{ differences }] = JSON.parse(succeed(t, ['import', ...db, '--dry-run', '--json', changed]));
  t.deepEqual(differences[1], {
    name: 'a.b.a.example',
    type: 'TXT',
    deleted: [],
    added: [{ type: 'TXT', ttl: 60, content: '"x"' }],
  });
});

test('a zone whose serial alone is new is left alone, unless --rewrite is given', (t) => {
  const db = newDatabase('rewrite');
  succeed(t, ['import', ...db, write('rewrite.zone', zone(1))]);
  const file = write('rewrite.zone', zone(2));
  t.is(succeed(t, ['import', ...db, file]), `${file}: a.example: unchanged, serial 1\n`);
  t.regex(succeed(t, ['import', ...db, '--rewrite', file]), /1 added, 1 deleted, serial 1 to 2\n$/);
});

test('--if-newer compares serials, --bump-serial makes them newer', (t) => {
  const db = newDatabase('serial');
  succeed(t, ['import', ...db, write('serial.zone', zone(5))]);
  const older = write('serial.zone', zone(4, 'www A 192.0.2.1'));
  t.regex(
    succeed(t, ['import', ...db, '--if-newer', older]),
    /left alone, its serial is not newer than 5\n$/,
  );
  const { stderr } = run(['import', ...db, '--dry-run', older]);
  t.regex(stderr, /warning: a\.example changes, but its serial 4 is not newer than 5/);
  t.regex(succeed(t, ['import', ...db, '--bump-serial', 'increment', older]), /serial 5 to 6\n$/);
});

test('--strict takes warnings for errors, and the JSON says where they are', (t) => {
  const db = newDatabase('strict');
  const file = write('strict.zone', zone(1, 'www A 192.0.2.1', 'www A 192.0.2.1'));
  const { status, stdout, stderr } = run(['import', ...db, '--strict', '--json', file]);
  t.is(status, 1);
  const message = 'www.a.example A 192.0.2.1 stands twice: one is kept';
  t.is(stderr, `${file}:6:1: error: ${message}\n`);
  t.deepEqual(JSON.parse(stdout), [
    {
      file,
      error: '1 error',
      code: 'DUPLICATE',
      problems: [{ severity: 'error', code: 'DUPLICATE', message, place: { file, line: 6, column: 1 } }],
    },
  ]);
  t.regex(succeed(t, ['import', ...db, file]), /3 records at 2 names/);
});

test('a large file is read by a thread, and all is as it is without', (t) => {
  const db = newDatabase('large');
  const hosts = Array.from({ length: 130_000 }, (_, at) => `host-${at}.some-longer-name A 192.0.2.1`);
  const file = write('large.zone', zone(2, hosts.join('\n')));
  t.regex(succeed(t, ['import', ...db, file]), /130002 records at 130001 names, zone is new, serial 2\n$/);
  t.regex(succeed(t, ['import', ...db, '--if-newer', file]), /left alone/);
  appendFileSync(file, 'www CNAME host-1\nwww A 192.0.2.2\nhost-1.some-longer-name A 192.0.2.1\n');
  const { status, stderr } = run(['import', ...db, file]);
  t.is(status, 1);
  t.is(
    stderr,
    `${file}:130007:1: warning: host-1.some-longer-name.a.example A 192.0.2.1 stands twice: one is kept\n` +
      `${file}:130006:1: error: www.a.example has a CNAME and A: a CNAME stands alone, remove one\n`,
  );
  const small = write('small.zone', zone(3));
  t.regex(
    succeed(t, ['import', ...db, small]),
    /2 records at 1 name, 1 added, 130001 deleted, serial 2 to 3\n$/,
  );
  const gone = write('gone.zone', `${zone(3)}x A 192.0.2.256\n${'; x\n'.repeat(1_100_000)}`);
  t.regex(run(['import', ...db, gone]).stderr, /gone\.zone:5:5: error: /);
});
