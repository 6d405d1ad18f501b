import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { openReader } from '../../src/store/reader.js';

const bin = fileURLToPath(new URL('../../../bin/pdns-pipe', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-cli-'));

function run(args: readonly string[], input = '', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(bin, args, {
    input,
    encoding: 'latin1',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

const zone = '$ORIGIN a.example.\n@ 60 SOA ns h 1 2 3 4 5\n@ 60 NS ns\nns 60 A 192.0.2.1\n';
const write = (name: string, text: string) => {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
};
const db = join(directory, 'records.db');
const file = write('a.example.zone', zone);

test.before((t) => {
  t.is(run(['import', '--db', db, file]).status, 0);
});

const isWrong = test.macro({
  exec(t, args: readonly string[], because: RegExp, env?: Record<string, string>) {
    const { status, stdout, stderr } = run(args, 'HELO\t1\n', env);
    t.is(status, 2, stderr);
    t.is(stdout, '', 'nothing is written to PowerDNS');
    t.regex(stderr, because);
    t.regex(stderr, /--help/, 'the message says what to do next');
    t.notRegex(stderr, /\n {4}at /, 'no stack');
  },
  title: (_, args: readonly string[] = [], __, env?: Record<string, string>) =>
    `${JSON.stringify(env ?? {})} ${JSON.stringify(args)} is wrong usage: status 2`,
});

test(isWrong, [], /Which command/);
test(isWrong, ['sirve', '--db', 'x.db'], /no command "sirve"/);
test(isWrong, ['serve'], /--db FILE/);
test(isWrong, ['serve', '--db'], /db/);
test(isWrong, ['serve', '--bd', 'x.db'], /bd/);
test(isWrong, ['serve', '--db', 'x.db', 'extra'], /extra/);
test(isWrong, ['serve', '--db', 'x.db', '--ent', 'some'], /placeholder, native, none/);
test(isWrong, ['serve', '--db', 'x.db', '--max-staleness', '-1'], /max-staleness/);
test(isWrong, ['serve', '--db', 'x.db', '--max-staleness', 'soon'], /milliseconds/);
test(isWrong, ['serve', '--db', 'x.db', '--log-level', 'all'], /error, warn, info, debug/);
test(isWrong, ['serve', '--config', '/nowhere.json'], /nowhere/);
test(isWrong, ['serve', '--config', write('broken.json', '{db:')], /broken\.json/);
test(isWrong, ['serve', '--config', write('list.json', '[]')], /one JSON object/);
test(isWrong, ['serve', '--config', write('odd.json', '{"bd": "x"}')], /no setting "bd"/);
test(isWrong, ['serve', '--config', write('deep.json', '{"db": {}}')], /"db" must be/);
test(isWrong, ['serve', '--db', 'x.db'], /native/, { PDNS_PIPE_ENT: 'some' });
test(isWrong, ['import', file], /db/);
test(isWrong, ['import', '--db', db], /Give one zone file or more/);
test(isWrong, ['import', '--db.x', '1', file], /db/);
test(isWrong, ['import', '--no-db', file], /db/);
test(isWrong, ['serve', '--db.x', '1'], /db/);
test(isWrong, ['serve', '--config', write('proto.json', '{"toString": "x"}')], /no setting "toString"/);
test(isWrong, ['import', '--db', db, '--zone', 'a.example', file, file], /one file/);
test(isWrong, ['query', '--db', db], /argument is missing/);
test(isWrong, ['query', 'a.example', '--db', db, '--abi', '6'], /abi/);
test(isWrong, ['query', 'a..example', '--db', db], /NAME: .*empty label/);
test(isWrong, ['query', '', '--db', db], /name is empty/);
test(isWrong, ['query', 'a.example', 'BOGUS', '--db', db], /TYPE: .*BOGUS/);
test(isWrong, ['query', 'a.example', '--db', db, '--zone-id', 'x'], /zone-id/);
test(isWrong, ['query', 'a.example', '--db', db, '--zone-id', '-5'], /zone-id/);
test(isWrong, ['query', 'a.example', '--db', db, '--remote', 'here'], /--remote takes an IP address/);
test(isWrong, ['query', 'a.example', '--db', db, '--subnet', '192.0.2.0/33'], /--subnet takes/);
test(isWrong, ['import', '--db', '', file], /db is empty/);
test(isWrong, ['import', '--db', db, '--zone', 'a..b', file], /--zone: .*empty label/);
test(isWrong, ['serve', '--db', db, '--db', 'other.db'], /--db is given twice/);

const question = 'HELO\t1\nQ\tns.a.example\tIN\tANY\t1\t192.0.2.9\n';
const isServed = test.macro({
  exec(t, args: readonly string[], env?: Record<string, string>) {
    const { status, stdout } = run(args, question, env);
    t.is(status, 0);
    t.regex(stdout, /^OK\t.*\nDATA\tns\.a\.example\tIN\tA\t60\t1\t192\.0\.2\.1\nEND\n$/);
  },
  title: (_, args: readonly string[] = [], env?: Record<string, string>) =>
    `${JSON.stringify(env ?? {})} ${JSON.stringify(args)} serves`,
});

test(isServed, ['serve', '--db', db]);
test(isServed, ['serve', '--db', '', db, '']);
test(isServed, ['serve', `--db=${db}`, '--max-staleness', '0', '--ent', 'none']);
test(isServed, ['serve'], { PDNS_PIPE_DB: db });
test(isServed, ['serve', '--config', write('good.json', '{"db": "records.db", "max-staleness": 50}')]);
test(isServed, ['serve'], { PDNS_PIPE_CONFIG: join(directory, 'good.json') });
test(isServed, ['serve', '--db', db, '--config', write('other.json', '{"db": "other.db"}')]);
test(isServed, ['serve', '--config', join(directory, 'other.json')], { PDNS_PIPE_DB: db });

test('serve writes nothing but the protocol to stdout, and each request to stderr where that is wanted', (t) => {
  const { stdout, stderr } = run(['serve', '--db', db, '--log-level', 'debug'], question);
  t.regex(stdout, /^OK[\s\S]*END\n$/);
  t.regex(stderr, /^pdns-pipe: level=info event=started /m);
  t.regex(stderr, /^pdns-pipe: level=debug event=request line="Q\\tns\.a\.example/m);
  t.regex(stderr, /^pdns-pipe: level=info event=stopped questions=1 /m);
  t.is(run(['serve', '--db', db], question).stderr, '');
});

test('serve with a database that is missing says OK, fails each request, and does not make a file', (t) => {
  const missing = join(directory, 'missing.db');
  const { status, stdout } = run(['serve', '--db', missing], 'HELO\t1\nQ\ta.example\tIN\tSOA\t-1\t0.0.0.0\n');
  t.is(status, 0);
  t.regex(stdout, /^OK\t.*\nLOG\t.*missing\.db.*\nFAIL\nEND\n$/);
});

test('a peer of the remote backend is told what to set', (t) => {
  const { stdout, stderr } = run(['serve', '--db', db], '{"method":"initialize"}\n');
  t.is(stdout, 'FAIL\n');
  t.regex(stderr, /set launch=pipe/);
});

test('query prints the dialogue, and fails with status 1 when the answer is FAIL', (t) => {
  const { status, stdout } = run([
    'query',
    'NS.a.example.',
    'a',
    '--db',
    db,
    '--abi',
    '2',
    '--remote',
    '192.0.2.7',
  ]);
  t.is(status, 0);
  t.regex(
    stdout,
    /^> HELO\t2\n< OK\t.*\n> Q\tNS\.a\.example\tIN\tA\t-1\t192\.0\.2\.7\t0\.0\.0\.0\n< DATA\tNS\.a\.example\tIN\tA\t60\t1\t192\.0\.2\.1\n< END\n$/,
  );
  t.is(run(['query', 'a.example', '--db', join(directory, 'missing.db')]).status, 1);
  const { dialogue, outcome } = JSON.parse(run(['query', 'a.example', 'SOA', '--db', db, '--json']).stdout);
  t.is(outcome, 'END');
  t.deepEqual(dialogue[0], { from: 'powerdns', line: 'HELO\t5' });
});

test('import says where each error is, goes on to the next, and changes nothing', (t) => {
  const broken = write('broken.zone', `${zone}x 60 AAA 192.0.2.1\ny 60 A 192.0.2.256\nz 60 A 192.0.2.1\n`);
  const { status, stdout, stderr } = run(['import', '--db', db, broken, file]);
  t.is(status, 1);
  t.regex(stderr, /broken\.zone:5:\d+: .*AAA/);
  t.regex(stderr, /broken\.zone:6:\d+: .*192\.0\.2\.256/);
  t.regex(stdout, /broken\.zone: not imported: 2 errors/);
  t.regex(stdout, /a\.example\.zone: a\.example: unchanged, serial 1/);
  t.regex(run(['query', 'z.a.example', '--db', db]).stdout, /< OK.*\n> Q.*\n< END\n$/);
});

test('what the store refuses is named with its line, and what is wrong further down is reported too', (t) => {
  const outside = write('out.zone', `${zone}b.example. 60 A 192.0.2.1\nx 60 AAA 192.0.2.1\n`);
  const { status, stderr } = run(['import', '--db', db, outside]);
  t.is(status, 1);
  t.regex(stderr, /out\.zone:5:1: error: b\.example is not in the zone a\.example/);
  t.regex(stderr, /out\.zone:6:\d+: .*AAA/);
});

test('who reads only the first line of the output is no error', (t) => {
  const command = `"${bin}" query a.example --db "${db}" | head -n 1`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'latin1' });
  t.is(stdout, '> HELO\t5\n');
  t.is(stderr, '');
});

test('import takes files behind -- too, and one that can not be read does not keep the others out', (t) => {
  const db = join(directory, 'more.db');
  const { status, stdout } = run(['import', '--db', db, join(file, 'foo'), '--', file]);
  t.is(status, 1);
  t.regex(stdout, /foo: not imported/);
  t.regex(stdout, /a\.example\.zone: a\.example: 3 records/);
});

test('a name on the command line is UTF-8, as in a zone file', (t) => {
  const db = join(directory, 'utf8.db');
  const zoneFile = write('utf8.zone', '@ 60 SOA ns h 1 2 3 4 5\n@ 60 NS ns\nété 60 A 192.0.2.7\n');
  t.is(run(['import', '--db', db, '--zone', 'é.example', zoneFile]).status, 0);
  t.regex(run(['query', 'été.é.example', '--db', db]).stdout, /192\.0\.2\.7/);
});

test('$INCLUDE of what is no regular file is refused, and files that include each other without end are too', (t) => {
  spawnSync('mkfifo', [join(directory, 'fifo')]);
  const fifo = run(['import', '--db', join(directory, 'i.db'), write('fifo.zone', `${zone}$INCLUDE fifo\n`)]);
  t.is(fifo.status, 1);
  t.regex(fifo.stderr, /fifo\.zone:5:\d+: .*no regular file/);
  for (let i = 0; i < 19; i++) write(`bomb${i}`, `$INCLUDE bomb${i + 1}\n`.repeat(8));
  write('bomb19', '');
  const bomb = run([
    'import',
    '--db',
    join(directory, 'i.db'),
    write('bomb.zone', `${zone}$INCLUDE bomb0\n`),
  ]);
  t.is(bomb.status, 1);
  t.regex(bomb.stderr, /10000 files have been included already/);
});

test('standard input that has nothing to read yet is waited for', (t) => {
  const script = `(printf '%s' '${zone.slice(0, 30)}'; sleep 0.3; printf '%s' '${zone.slice(30)}') |
    node -e 'const {spawnSync} = require("node:child_process");
      const fd = require("node:fs").openSync("/proc/self/fd/0", 2048);
      process.exit(spawnSync(process.argv[1], process.argv.slice(2), { stdio: [fd, "inherit", "inherit"] }).status)' \
    "${bin}" import --db "${join(directory, 'slow.db')}" -`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'latin1' });
  t.is(status, 0, stderr);
  t.regex(stdout, /a\.example: 3 records/);
});

test('import says how much waits in the write-ahead log while a reader has an older snapshot', (t) => {
  const path = join(directory, 'held.db');
  t.is(run(['import', '--db', path, file]).stderr, '');
  const transfer = openReader(path).transfer({ tag: 'AXFR', zoneId: 1 })[Symbol.iterator]();
  transfer.next();
  const changed = write('changed.zone', `${zone.replace(' 1 2 3', ' 2 2 3')}new 60 A 192.0.2.7\n`);
  const { status, stderr } = run(['import', '--db', path, changed]);
  t.is(status, 0);
  t.regex(
    stderr,
    /^note: \d+ bytes wait in .*held\.db-wal until a reader .*; do not replace the file meanwhile\n$/,
  );
  transfer.return!();
  t.is(run(['import', '--db', path, changed]).stderr, '');
});

test('import of relative names without an origin is wrong usage and names the line', (t) => {
  const relative = write('relative.zone', '@ 60 SOA ns h 1 2 3 4 5\n');
  const { status, stderr } = run(['import', '--db', db, relative]);
  t.is(status, 2);
  t.regex(stderr, /relative\.zone:1:/);
  t.is(run(['import', '--db', join(directory, 'r.db'), '--zone', 'b.example', relative]).status, 0);
});

test('import reads standard input, and a summary is to be had as JSON', (t) => {
  const { status, stdout } = run(['import', '--db', join(directory, 'stdin.db'), '--json', '-'], zone);
  t.is(status, 0);
  t.deepEqual(JSON.parse(stdout), [
    {
      file: '<stdin>',
      outcome: 'added',
      zoneId: 1,
      zoneName: 'a.example',
      serial: 1,
      records: 3,
      names: 2,
      addedRecords: 3,
      deletedRecords: 0,
      warnings: 0,
      problems: [],
    },
  ]);
});

test('import of a file that is missing, or a database that can not be made, fails with a sentence', (t) => {
  const none = run(['import', '--db', db, '/nowhere/x.zone']);
  t.is(none.status, 1);
  t.regex(none.stderr, /x\.zone: error: ENOENT/);
  const nowhere = run(['import', '--db', '/nowhere/records.db', file]);
  t.is(nowhere.status, 1);
  t.regex(nowhere.stderr, /^pdns-pipe: .*\/nowhere/);
  t.notRegex(nowhere.stderr, /\n {4}at /);
});

test('$INCLUDE stays in the directory of the zone file', (t) => {
  write('inside.inc', 'inside 60 A 192.0.2.5\n');
  const inside = write('inside.zone', `${zone}$INCLUDE inside.inc\n`);
  t.is(run(['import', '--db', join(directory, 'include.db'), inside]).status, 0);
  const outside = write('outside.zone', `${zone}$INCLUDE /etc/hosts\n`);
  const { status, stderr } = run(['import', '--db', join(directory, 'include.db'), outside]);
  t.is(status, 1);
  t.regex(stderr, /outside\.zone:5:.*lies outside/);
});
