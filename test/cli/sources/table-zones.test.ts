import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { tableZones } from '../../../src/cli/sources/table-zones.js';
import { ZoneFileError } from '../../../src/zonefile/zone-file-error.js';
import { temporaryFolder } from '../../store/temporary-folder.js';
import { readAll } from './read-sourced.js';

function fileOf(t: ExecutionContext, ...lines: readonly string[]): string {
  const file = join(temporaryFolder(t), 'table');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

test('the rows of a zone stand together, and a column names it', async (t) => {
  const file = fileOf(
    t,
    'zone,name,type,content,ttl,prio,disabled',
    'a.example,a.example,SOA,ns h 1 2 3 4 5,60,0,f',
    'A.example,a.example,MX,mx.a.example,60,10,f',
    'a.example,a.example,MX,mx.a.example,60,,f',
    'b.example,off.b.example,A,192.0.2.1,60,0,t',
  );
  const notes: string[] = [];
  t.deepEqual(await readAll(tableZones(file, { isRaw: false, note: (note) => notes.push(note) })), [
    {
      label: 'a.example',
      zoneName: 'a.example',
      records: ['example a SOA 60 ns. h. 1 2 3 4 5', 'example a MX 60 10 mx.a.example.'],
      problems: ['4: error BAD_CONTENT: a.example: MX: there is no priority: set prio'],
    },
    {
      label: 'b.example',
      zoneName: 'b.example',
      records: [],
      problems: [],
    },
  ]);
  t.deepEqual(notes, ['b.example: 1 disabled row left out']);
});

test('where there is only a domain_id, the SOA names the zone; without one nothing does', async (t) => {
  const file = fileOf(
    t,
    'domain_id\tname\ttype\tcontent\tttl\tprio',
    '7\twww.a.example\tA\t192.0.2.1\t60\t0',
    '7\tA.example\tSOA\tns h 1 2 3 4 5\t60\t0',
    '8\twww.b.example\tA\t192.0.2.1\t60\t0',
  );
  const [first, second] = await readAll(tableZones(file, { isRaw: false, note: t.fail }));
  t.is(first!.zoneName, 'A.example');
  t.is(second!.zoneName, undefined);
  t.is(second!.label, `${file} domain_id 8`);
  t.regex(second!.problems[0]!, /^4: error NO_SOA: .* there is no SOA, which would name the zone/);
});

test('a table without zones or numbers holds one zone', async (t) => {
  const file = fileOf(
    t,
    'name,type,content,ttl',
    'a.example,SOA,ns h 1 2 3 4 5,60',
    'www.a.example,A,192.0.2.1,60',
  );
  const zones = await readAll(tableZones(file, { isRaw: false, note: t.fail }));
  t.deepEqual(
    zones.map(({ label, zoneName, records }) => [label, zoneName, records.length]),
    [[file, 'a.example', 2]],
  );
});

test('rows of a zone that come apart are an error before any zone is handed out', (t) => {
  const file = fileOf(
    t,
    'zone,name,type,content,ttl',
    ...['a', 'b', 'A'].map((zone) => `${zone},x,A,192.0.2.1,60`),
  );
  const error = t.throws(() => tableZones(file, { isRaw: false, note: t.fail }).next(), {
    instanceOf: ZoneFileError,
  });
  t.regex(error!.message, /table:4:1: A comes again after another zone: print the table with ORDER BY/);
});

test('a zone that nobody reads is passed over', (t) => {
  const file = fileOf(
    t,
    'zone,name,type,content,ttl',
    'a,x,A,192.0.2.1,60',
    'a,y,A,192.0.2.1,60',
    'b,x,A,192.0.2.1,60',
  );
  t.deepEqual(
    [...tableZones(file, { isRaw: false, note: t.fail })].map(({ label }) => label),
    ['a', 'b'],
  );
});

test('a table comes on standard input, a pipe', (t) => {
  const source = new URL('../../../src/cli/sources/table-zones.js', import.meta.url);
  const script = `import { tableZones } from ${JSON.stringify(source)};
    for (const { label, read } of tableZones('<stdin>', { isRaw: false }))
      read({ empty: { add: ({ content }) => console.log(label, content) } }, {});`;
  const input = 'zone,name,type,content,ttl\na,x.a,A,192.0.2.1,60\nb,x.b,A,192.0.2.2,60\n';
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input,
    encoding: 'utf8',
  });
  t.is(stdout, 'a 192.0.2.1\nb 192.0.2.2\n', stderr);
});
