import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type AskedCoprocess, startAskedCoprocess } from './asked-coprocess.js';
import {
  type Ended,
  ended,
  integrityOf,
  pdnsPipe,
  startImport,
  storedContents,
  writeGeneration,
} from './pdns-pipe.js';
import { fillDisk, mayMount, smallDisk } from './small-disk.js';
import { temporaryFolder } from './temporary-folder.js';

const hosts = 4000;
const generation = (number: number): Map<string, number> => new Map([[`"${number}"`, hosts]]);

interface Served {
  readonly db: string;
  /** Of a new version, 2, and of version 1, which is in the database. */
  readonly files: readonly [string, string];
  readonly coprocess: AskedCoprocess;
}

/** A zone that is asked for all the time. The database is in `folder`. */
async function serve(t: ExecutionContext<unknown>, folder: string): Promise<Served> {
  const db = join(folder, 'records.db');
  const elsewhere = temporaryFolder(t);
  const files = [join(elsewhere, '2.zone'), join(elsewhere, '1.zone')] as const;
  writeGeneration(files[0], hosts, 2);
  writeGeneration(files[1], hosts, 1);
  t.is((await ended(startImport(db, files[1]))).status, 0);
  const coprocess = startAskedCoprocess(t, {
    db,
    qname: () => `host${Math.floor(Math.random() * hosts)}.big.example`,
    isWhole: (contents) => contents.size === 1 && [...contents.values()][0] === hosts,
  });
  return { db, files, coprocess };
}

/** Runs a command line of the shell, in which `$0` is pdns-pipe. */
function shell(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return ended(
    spawn('sh', ['-c', script, pdnsPipe, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    }),
  );
}

function saysFull(t: ExecutionContext<unknown>, { status, stdout, stderr }: Ended): void {
  t.is(status, 1);
  t.is(JSON.parse(stdout)[0].code, 'DISK_FULL');
  t.regex(stderr, /make room/);
  t.notRegex(stderr, /\n {4}at /, 'no stack');
}

async function isServedAsBefore(
  t: ExecutionContext<unknown>,
  { db, files, coprocess }: Served,
): Promise<void> {
  t.deepEqual(storedContents(db), generation(1));
  t.is(integrityOf(db), 'ok');
  t.is((await ended(startImport(db, files[0]))).status, 0, 'the next import works');
  t.deepEqual(storedContents(db), generation(2));
  const { asked, faults } = await coprocess.stop();
  t.log(`${asked} questions`);
  t.deepEqual(faults, []);
}

/** 512 bytes each, as `ulimit -f` counts. */
for (const blocks of [8, 200]) {
  test.serial(
    `an import that may write no file beyond ${blocks / 2} KiB fails, and the zone is served as before`,
    async (t) => {
      const served = await serve(t, temporaryFolder(t));
      const script = `ulimit -f ${blocks}; exec "$0" import --json --db "$1" "$2"`;
      saysFull(t, await shell(script, [served.db, served.files[0]]));
      await isServedAsBefore(t, served);
    },
  );
}

test.serial(
  'records that find no room to wait in are an error, and the zone is served as before',
  async (t) => {
    const served = await serve(t, temporaryFolder(t));
    // They wait in memory while they are few: here are 40 MB.
    const large = join(temporaryFolder(t), 'large.zone');
    const strings = `"${'x'.repeat(250)}" `.repeat(200);
    const lines = Array.from({ length: 800 }, (_, at) => `host${at} TXT ${strings}\n`);
    writeFileSync(
      large,
      `$TTL 60\n$ORIGIN big.example.\n@ SOA ns.example.net. h 3 1 1 1 1\n@ NS ns.example.net.\n${lines.join('')}`,
    );
    const result = await shell('ulimit -f 2000; exec "$0" import --json --db "$1" "$2"', [served.db, large]);
    saysFull(t, result);
    t.regex(result.stderr, /SQLITE_TMPDIR/);
    await isServedAsBefore(t, served);
  },
);

const mountingTest = mayMount() ? test.serial : test.serial.skip;

for (const leftKibibytes of [0, 100]) {
  mountingTest(
    `on a disk with ${leftKibibytes} KiB left (where mount is allowed) an import fails, and the zone is served as before`,
    async (t) => {
      const disk = smallDisk(t);
      const served = await serve(t, disk);
      const filler = join(disk, 'filler');
      fillDisk(disk, filler, leftKibibytes * 1024);
      saysFull(t, await ended(startImport(served.db, '--json', served.files[0])));
      t.deepEqual(await served.coprocess.transfer(), generation(1));
      rmSync(filler);
      await isServedAsBefore(t, served);
    },
  );
}
