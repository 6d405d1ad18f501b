/** pdns-pipe bench store: how big is a database, and what does a lookup cost? */

import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { seededRandom } from '../bench/random.js';
import { benchStore } from '../bench/store-bench.js';
import { formatStoreReport, type StoreReport } from '../bench/store-report.js';
import { layoutZone } from '../bench/zone-layout.js';
import { nameOfSortKey } from '../dns/names.js';
import { openBareGet } from '../store/bare-get.js';
import { drawNames } from '../store/draw-names.js';
import { measureStore } from '../store/measure.js';
import { openReader } from '../store/reader.js';
import { openWriter } from '../store/writer.js';
import { checkCounts } from './bench-counts.js';
import { openProgress } from './progress.js';
import { withTemporaryDirectory } from './temporary-directory.js';

interface BenchStoreArguments {
  zones: number;
  db?: string;
  seed: number;
  rounds: number;
  count: number;
  json: boolean;
}

export const benchStoreCommand: CommandModule = {
  command: 'store',
  describe: 'Measure bytes a record, and a lookup beside what SQLite alone takes',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        '$0 bench store [options]\n\nMeasure bytes a record, and a lookup beside what SQLite alone takes',
      )
      .options({
        zones: {
          type: 'number',
          default: 600_000,
          requiresArg: true,
          describe: 'zones of 11 records to build',
        },
        db: {
          type: 'string',
          requiresArg: true,
          describe: 'measure this database; if it is not there, build it there and keep it',
          defaultDescription: 'a temporary one',
        },
        seed: { type: 'number', default: 1, requiresArg: true, describe: 'another seed gives other names' },
        rounds: { type: 'number', default: 10, requiresArg: true, describe: 'rounds, in turns' },
        count: { type: 'number', default: 20_000, requiresArg: true, describe: 'lookups in a round' },
        json: { type: 'boolean', default: false, describe: 'print the report as JSON' },
      })
      .example('$0 bench store', 'what the README says, on this machine')
      .example('$0 bench store --zones 91000 --db million.db', 'a million records, kept for bench pipe'),
  handler: (argv: ArgumentsCamelCase) => run(argv as unknown as BenchStoreArguments),
};

async function run({ zones, db, seed, rounds, count, json }: BenchStoreArguments): Promise<void> {
  checkCounts({ zones, rounds, count });
  await withTemporaryDirectory(async (directory) => {
    const path = db ?? join(directory, 'records.db');
    if (!existsSync(path)) await build(path, zones, seed);
    const report = measure(path, { seed, rounds, count });
    process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : formatStoreReport(report));
  });
}

/** Takes its name only when it is whole: what is there is measured as it is. */
async function build(path: string, zones: number, seed: number): Promise<void> {
  const part = `${path}.part`;
  const clear = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(part + suffix, { force: true });
  };
  clear();
  const random = seededRandom(seed);
  const progress = openProgress(zones * zoneFileBytes);
  const writer = openWriter(part);
  try {
    for (let index = 0; index < zones; index++) {
      const { zoneName, records } = layoutZone(index, random);
      writer.replaceZone(zoneName, records);
      progress.advance(zoneFileBytes);
      if (index % zonesPerTurn === 0) await nextTurn();
    }
  } finally {
    progress.stop();
    writer.close();
  }
  renameSync(part, path);
  clear();
}

/** After so many zones a signal is heard (a guess: some tenths of a second). */
const zonesPerTurn = 1000;

/** What a zone would take as a file, about: the progress bar counts bytes. */
const zoneFileBytes = 600;

function measure(
  path: string,
  { seed, rounds, count }: Record<'seed' | 'rounds' | 'count', number>,
): StoreReport {
  const names = drawNames(path, (rounds + 1) * count, seededRandom(seed)).map(({ zoneId, key }) => ({
    zoneId,
    key,
    name: nameOfSortKey(key),
  }));
  const open = [
    openReader(path, { setAlarm: () => true }), // It is closed before it rests.
    openBareGet(path, { isHeld: false }),
    openBareGet(path, { isHeld: true }),
  ] as const;
  try {
    const [backend, bareGet, heldGet] = open;
    return benchStore({ backend, bareGet, heldGet, names, rounds, count, size: measureStore(path) });
  } finally {
    for (const each of open) each.close();
  }
}
