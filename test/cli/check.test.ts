/** Does `pdns-pipe check` say all that is wrong with a zone file, and where? */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { bin, commandProcess, testFolder } from './run.js';

const folder = testFolder();
const { run, succeed } = commandProcess();

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const clean = '$ORIGIN Good.test.\n$TTL 60\n@ SOA ns h 1 2 3 4 5\n@ NS ns\nns A 192.0.2.1\n';
const good = write('good.zone', clean);
const doubtful = write('doubtful.zone', `${clean}ns A 192.0.2.1\nmx MX 10 mail\n`);
const bad = write(
  'bad.zone',
  `$ORIGIN bad.test.
$TTL 60
@ SOA ns h 1 2 3 4 5
@ NS ns
ns A 192.0.2.1
ns CNAME alias
www A 192.0.2.256
www AAA 192.0.2.1
other.test. A 192.0.2.1
ns A 192.0.2.1
`,
);

test('each problem is a line with file, line, column and severity; errors make the status 1', (t) => {
  const { status, stdout, stderr } = run(['check', good, bad, doubtful]);
  t.is(status, 1);
  t.is(stderr, '');
  t.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(`${folder}/`, '').replace(/((?:error|warning): \S+ \S+).*/, '$1')),
    [
      'good.zone: good.test: 3 records at 2 names; 0 errors, 0 warnings',
      'bad.zone:7:7: error: A address:',
      "bad.zone:8:5: error: 'AAA' is",
      'bad.zone:5:1: error: ns.bad.test has',
      'bad.zone:10:1: warning: ns.bad.test A',
      'bad.zone:9:1: error: other.test is',
      'bad.zone: bad.test: 4 records at 2 names; 4 errors, 1 warning',
      'doubtful.zone:7:1: warning: mx.good.test MX:',
      'doubtful.zone:6:1: warning: ns.good.test A',
      'doubtful.zone: good.test: 4 records at 3 names; 0 errors, 2 warnings',
    ],
  );
});

test('warnings are errors with --strict only', (t) => {
  t.regex(succeed(t, ['check', doubtful]), /; 0 errors, 2 warnings\n$/);
  const { status, stdout } = run(['check', '--strict', doubtful]);
  t.is(status, 1);
  t.regex(stdout, /doubtful\.zone:7:1: error: .*\n.*: error: .*\n.*; 2 errors, 0 warnings\n$/);
});

test('--json has an object for each file', (t) => {
  const { status, stdout } = run(['check', '--json', doubtful, good, join(folder, 'none.zone')]);
  t.is(status, 1);
  const [first, second, third] = JSON.parse(stdout);
  t.deepEqual(
    first.problems.map(({ message, ...rest }: { message: string }) => rest),
    [
      { file: doubtful, line: 7, column: 1, severity: 'warning', code: 'NO_ADDRESS' },
      { file: doubtful, line: 6, column: 1, severity: 'warning', code: 'DUPLICATE' },
    ],
  );
  t.deepEqual(
    { ...first, problems: undefined },
    {
      file: doubtful,
      zoneName: 'good.test',
      records: 4,
      names: 3,
      errors: 0,
      warnings: 2,
      problems: undefined,
    },
  );
  t.deepEqual(second.problems, []);
  t.is(third.zoneName, null);
  t.is(third.problems[0].code, 'ENOENT');
  t.deepEqual([third.problems[0].line, third.errors], [null, 1]);
});

test('all problems are shown, however many there are', (t) => {
  const many = write('many.zone', `${clean}${'x A 192.0.2.256\n'.repeat(1500)}`);
  const { stdout } = run(['check', many]);
  t.is(stdout.match(/many\.zone:\d+:5: error: /g)!.length, 1500);
  t.is(JSON.parse(run(['check', '--json', many]).stdout)[0].problems.length, 1500);
});

test('the name of the zone is that of --zone, or that of the SOA, which then comes first', (t) => {
  const relative = write('relative.zone', '$TTL 60\n@ SOA ns h 1 2 3 4 5\n@ NS ns.test.\n');
  t.regex(succeed(t, ['check', '--zone', 'A.test', relative]), /: a\.test: 2 records at 1 name; 0 errors/);
  const unnamed = run(['check', relative]);
  t.is(unnamed.status, 2, 'a name for it is missing');
  t.regex(unnamed.stdout, /relative\.zone:2:1: error: .*or give --zone NAME/);
  const late = run(['check', write('late.zone', '$ORIGIN a.test.\n$TTL 60\nwww A 192.0.2.1\n')]);
  t.is(late.status, 1);
  t.regex(late.stdout, /late\.zone:1:1: error: a zone begins with its SOA.*\n.*: no zone: 0 records/);
  t.is(run(['check']).status, 2);
  t.is(run(['check', '--zone', 'a.test', good, bad]).status, 2);
});

test('check reads standard input', (t) => {
  const { status, stdout } = spawnSync(bin, ['check', '-'], { input: clean, encoding: 'utf8' });
  t.is(status, 0);
  t.is(stdout, '<stdin>: good.test: 3 records at 2 names; 0 errors, 0 warnings\n');
});
