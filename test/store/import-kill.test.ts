import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { seededRandom } from '../../src/bench/random.js';
import { startAskedCoprocess } from './asked-coprocess.js';
import { ended, integrityOf, startImport, storedContents, writeGeneration } from './pdns-pipe.js';
import { temporaryFolder } from './temporary-folder.js';

const hosts = Number(process.env.KILL_HOSTS ?? 2500);
const kills = Number(process.env.KILLS ?? 12);
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
/** Longer than max-staleness. */
const staleMs = 130;

const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

test(`kill -9 of an import at ${kills} random moments never shows a mixed zone, an error or a damaged file`, async (t) => {
  t.log(`seed ${seed} (KILL_SEED), ${hosts} hosts (KILL_HOSTS), ${kills} kills (KILLS)`);
  const random = seededRandom(seed);
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  const file = (generation: number): string => join(folder, `${generation}.zone`);
  for (const generation of [1, 2]) writeGeneration(file(generation), hosts, generation);
  writeGeneration(file(0), 1, 0);

  const timeImport = async (into: string, generation: number): Promise<number> => {
    const start = performance.now();
    t.is((await ended(startImport(into, file(generation)))).status, 0);
    return performance.now() - start;
  };
  const startMs = await timeImport(join(folder, 'other.db'), 0);
  await timeImport(db, 2);
  const wholeMs = await timeImport(db, 1);

  const coprocess = startAskedCoprocess(t, {
    db,
    qname: () => `host${Math.floor(Math.random() * hosts)}.big.example`,
    isWhole: (contents) => contents.size === 1 && [...contents.values()][0] === hosts,
  });
  let generation = 1;
  const outcomes = { old: 0, new: 0, ended: 0 };
  for (let kill = 0; kill < kills; kill += 1) {
    const next = 3 - generation;
    const logBytes = bytesOf(`${db}-wal`);
    const child = startImport(db, file(next));
    const end = ended(child);
    // Reading and sorting take almost all of the time; committing and folding in the log come within its last moments.
    if (kill % 2 === 0) await sleep(startMs * 0.7 + random() * (wholeMs - startMs * 0.7));
    else {
      while (bytesOf(`${db}-wal`) === logBytes && child.exitCode === null) await sleep(1);
      await sleep(random() * 30);
    }
    child.kill('SIGKILL');
    const { status } = await end;
    if (status === 0) outcomes.ended += 1;
    const contents = storedContents(db);
    t.deepEqual([...contents.values()], [hosts], `kill ${kill}`);
    const found = Number([...contents.keys()][0]!.slice(1, -1));
    t.is(integrityOf(db), 'ok', `kill ${kill}`);
    if (status === 0) t.is(found, next);
    outcomes[found === generation ? 'old' : 'new'] += 1;
    await sleep(staleMs);
    t.deepEqual(await coprocess.transfer(), contents, `kill ${kill}`);
    generation = found;
  }
  const { asked, faults } = await coprocess.stop();
  t.log(`an import takes ${wholeMs.toFixed(0)} ms; ${JSON.stringify(outcomes)}; ${asked} questions`);
  t.deepEqual(faults, []);
  t.true(outcomes.old > 0 && outcomes.new > 0);
  t.is((await ended(startImport(db, file(1), file(2)))).status, 0, 'the file can be written again');
});
