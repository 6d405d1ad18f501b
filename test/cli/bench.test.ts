import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const bin = fileURLToPath(new URL('../../../bin/pdns-pipe', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'cli-bench-test-'));
test.after.always(() => rmSync(directory, { recursive: true }));

const questions = join(directory, 'asked.txt');
writeFileSync(questions, 'a.test\nb.test SOA\n');
const few = ['--rounds', '2', '--count', '3', '--warm-up', '2'];
const coprocess = ['sh', '-c', 'read h; echo OK; while read q; do echo END; done'];

function bench(...args: string[]) {
  return spawnSync(bin, ['bench', ...args], { encoding: 'utf8' });
}

test('bench pipe prints a table, and its arguments behind -- go to the command', (t) => {
  const { status, stdout, stderr } = bench('pipe', '--questions', questions, ...few, '--', ...coprocess);
  t.is(status, 0, stderr);
  t.regex(stdout, /^command: sh -c read h/m);
  t.regex(stdout, /^2 rounds of 3 questions each/m);
  t.regex(stdout, /^command +\d+\.\d/m);
});

test('bench pipe --json prints an object', (t) => {
  const { status, stdout, stderr } = bench(
    'pipe',
    '--json',
    '--questions',
    questions,
    ...few,
    '--',
    ...coprocess,
  );
  t.is(status, 0, stderr);
  const report = JSON.parse(stdout);
  t.deepEqual(report.command, coprocess);
  t.deepEqual(
    [report.abiVersion, report.rounds, report.count, report.warmUp, report.core],
    [4, 2, 3, 2, null],
  );
  t.is(report.answerBytes, 4);
  t.is(report.contenders[0].name, 'command');
  t.deepEqual(Object.keys(report.contenders[0].time), ['median', 'p25', 'p75']);
});

test('bench store builds a database, measures it, and keeps it where --db says', (t) => {
  const db = join(directory, 'kept.db');
  const args = ['store', '--json', '--rounds', '2', '--count', '10', '--db', db];
  const built = bench(...args, '--zones', '30');
  t.is(built.status, 0, built.stderr);
  const { zones, records } = JSON.parse(built.stdout).size;
  t.deepEqual([zones, records], [30, 330]);
  t.is(
    JSON.parse(bench(...args, '--zones', '5').stdout).size.zones,
    30,
    'a database that is there is taken as it is',
  );

  const played = bench('pipe', '--json', '--db', db, ...few, '--', bin, 'serve', '--db', db);
  t.is(played.status, 0, played.stderr);
  const { answerBytes, contenders } = JSON.parse(played.stdout);
  t.true(answerBytes > 30, 'names that exist have data');
  t.is(contenders[0].failed, 0);
});

test('bench pipe --pin names the core, or says what it needs', (t) => {
  const args = ['pipe', '--pin', '--json', '--questions', questions, ...few, '--', ...coprocess];
  const { status, stdout, stderr } = bench(...args);
  if (status === 0) t.true(Number.isInteger(JSON.parse(stdout).core));
  else t.regex(stderr, /--pin needs Linux and taskset/);
});

test('bench start says how long a start takes', (t) => {
  const { status, stdout, stderr } = bench('start', '--rounds', '1', '--', ...coprocess);
  t.is(status, 0, stderr);
  t.regex(stdout, /^node -e 0 +\d/m);
});

test('bench import measures a zone file that it makes, and leaves nothing behind', (t) => {
  const temporary = mkdtempSync(join(directory, 'import-'));
  const { status, stdout, stderr } = spawnSync(
    bin,
    ['bench', 'import', '--records', '200', '--rounds', '1', '--json'],
    { encoding: 'utf8', env: { ...process.env, TMPDIR: temporary } },
  );
  t.is(status, 0, stderr);
  const { records, contenders, leftOut } = JSON.parse(stdout);
  t.is(records, 200);
  t.is(contenders[0].name, 'pdns-pipe import');
  t.is(contenders.length + leftOut.length, 5);
  t.deepEqual(readdirSync(temporary), []);
});

test('bench import measures a zone file of your own', (t) => {
  const file = join(directory, 'own.zone');
  writeFileSync(file, '$TTL 60\n@ SOA ns h 1 1 1 1 1\n@ NS ns\nns A 192.0.2.53\n');
  const { status, stdout, stderr } = bench('import', '--file', file, '--zone', 'own.test', '--rounds', '1');
  t.is(status, 0, stderr);
  t.regex(stdout, /^own\.test: 3 records, imported 1 times/m);
});

test('a signal ends bench import and what it runs, and its files are gone', async (t) => {
  const temporary = mkdtempSync(join(directory, 'signal-'));
  const child = spawn(bin, ['bench', 'import', '--records', '300000'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: temporary },
  });
  const ended = once(child, 'exit');
  const isImporting = () =>
    readdirSync(temporary, { recursive: true, encoding: 'utf8' }).some((file) => file.endsWith('records.db'));
  while (!isImporting()) {
    if (child.exitCode !== null) return t.fail(`exit status ${child.exitCode}`);
    await sleep(20);
  }
  child.kill('SIGINT');
  t.deepEqual(await ended, [null, 'SIGINT']);
  t.deepEqual(readdirSync(temporary), []);
});

const ends = test.macro({
  exec(t, status: number, args: string[], because: RegExp) {
    const ended = bench(...args);
    t.is(ended.status, status, ended.stderr);
    t.is(ended.stdout, '');
    t.regex(ended.stderr, because);
    t.notRegex(ended.stderr, /\n {4}at /, 'no stack');
  },
  title: (_, status: number, args: string[]) =>
    `bench ${args.join(' ').replace(directory, '')} ends with ${status}`,
});

test(ends, 2, [], /Which bench/);
test(ends, 2, ['pipe'], /after --/);
test(ends, 2, ['pipe', '--', 'cat'], /--questions FILE, or --db FILE/);
test(
  ends,
  2,
  ['pipe', '--questions', questions, '--db', 'x.db', '--', 'cat'],
  /--questions FILE, or --db FILE/,
);
test(ends, 2, ['pipe', '--questions', questions, '--rounds', '0', '--', 'cat'], /--rounds takes/);
test(ends, 2, ['pipe', '--questions', questions, '--abi', '6', '--', 'cat'], /abi/);
test(ends, 2, ['start'], /after --/);
test(ends, 2, ['store', '--zones', '1.5'], /--zones takes/);
test(ends, 2, ['throughput', '--records', '8'], /--records takes 9 or more/);
test(ends, 2, ['throughput', '--threads', '1,x'], /--threads takes/);
test(ends, 2, ['throughput', '--seconds', '0'], /--seconds takes/);
test(ends, 2, ['throughput', '--only', 'coprocess,nginx'], /--only takes some of coprocess,/);
test(ends, 2, ['import', '--records', '7'], /--records takes 8 or more/);
test(ends, 2, ['import', '--file', questions], /--file and --zone go together/);
test(ends, 2, ['import', '--zone', 'a.test'], /--file and --zone go together/);
test(
  ends,
  1,
  ['import', '--records', '1000000000000'],
  /has room for .* GB, and about 660000\.0 GB are needed/,
);
test(
  ends,
  1,
  ['import', '--file', questions, '--zone', 'a.test', '--rounds', '1'],
  /pdns-pipe import: exit status 1: .*asked\.txt:1:/,
);
test(ends, 1, ['pipe', '--questions', join(directory, 'none.txt'), '--', 'cat'], /none\.txt/);
test(ends, 1, ['pipe', '--db', join(directory, 'none.db'), '--', 'cat'], /none\.db/);
test(ends, 1, ['pipe', '--questions', questions, '--', './no-such-file'], /no-such-file/);
test(ends, 1, ['pipe', '--questions', questions, '--', 'false'], /exit status 1/);
test(
  ends,
  1,
  ['pipe', '--questions', questions, '--timeout', '100', '--', 'sleep', '60'],
  /said nothing for 100 ms/,
);
test(ends, 1, ['pipe', '--questions', questions, '--', 'cat'], /not with OK/);
