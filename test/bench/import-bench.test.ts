import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { benchImport } from '../../src/bench/import-bench.js';
import { type ImportContender, importContenders } from '../../src/bench/import-contenders.js';

function temporaryFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

const counts = `echo '[{ "records": 12 }]'`;

const bench = (contenders: readonly ImportContender[], directory: string, rounds = 2) =>
  benchImport({
    contenders,
    zoneName: 'a.test',
    file: join(directory, 'log'),
    rounds,
    directory,
    path: process.env.PATH!,
    ending: new AbortController().signal,
  });

test('all import in turns, each into an empty directory of its own, and nothing is left behind', async (t) => {
  const directory = temporaryFolder(t);
  const look = (name: string) => `echo ${name} $ZONE $(ls) >>"$FILE"; touch dirt`;
  const contenders = [
    { name: 'pdns-pipe import', command: `${look('ours')}; ${counts}` },
    { name: 'pdnsutil, gsqlite3', preparation: 'touch prepared', command: look('theirs') },
  ];
  const report = await bench(contenders, directory);
  t.deepEqual(readFileSync(join(directory, 'log'), 'utf8').trim().split('\n'), [
    'ours a.test',
    'theirs a.test prepared',
    'theirs a.test prepared',
    'ours a.test',
  ]);
  t.deepEqual(readdirSync(directory), ['log']);
  t.is(report.records, 12);
  t.deepEqual(
    report.contenders.map(({ name }) => name),
    ['pdns-pipe import', 'pdnsutil, gsqlite3'],
  );
});

test('who is missing or fails is left out, by name', async (t) => {
  const report = await bench(
    [
      { name: 'pdns-pipe import', command: counts },
      { name: 'pdnsutil, gsqlite3', command: 'no-such-program' },
      { name: 'pdnsutil, lmdb', preparation: 'echo no module >&2; false', command: 'true' },
    ],
    temporaryFolder(t),
  );
  t.deepEqual(
    report.contenders.map(({ name, rateRatio }) => [name, rateRatio]),
    [['pdns-pipe import', null]],
  );
  t.deepEqual(
    report.leftOut.map(({ name }) => name),
    ['pdnsutil, gsqlite3', 'pdnsutil, lmdb'],
  );
  t.regex(report.leftOut[0]!.reason, /not found/);
  t.is(report.leftOut[1]!.reason, 'exit status 1: no module');
});

test('if pdns-pipe itself fails there is nothing to report', async (t) => {
  const failing = { name: 'pdns-pipe import', command: 'echo too bad >&2; exit 3' };
  await t.throwsAsync(() => bench([failing], temporaryFolder(t)), {
    code: 'FAILED',
    message: 'pdns-pipe import: exit status 3: too bad',
  });
});

test('zone2sql that fails makes its contender fail', async (t) => {
  const contender = importContenders.find(({ name }) => name === 'zone2sql | sqlite3')!;
  const report = await bench(
    [
      { name: 'pdns-pipe import', command: counts },
      { name: contender.name, command: `zone2sql() { return 1; }\n${contender.command}` },
    ],
    temporaryFolder(t),
    1,
  );
  t.deepEqual(
    report.leftOut.map(({ name }) => name),
    [contender.name],
  );
});
