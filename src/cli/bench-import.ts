/** pdns-pipe bench import: how fast is a large zone file imported, beside PowerDNS's own tools? */

import { statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { BenchError } from '../bench/bench-error.js';
import { benchImport } from '../bench/import-bench.js';
import { importContenders } from '../bench/import-contenders.js';
import { formatImportReport } from '../bench/import-report.js';
import { fewestRecords, largeZoneName } from '../bench/large-zone.js';
import { checkCounts } from './bench-counts.js';
import { writeLargeZone } from './large-zone-file.js';
import { readName } from './name-argument.js';
import { programPath } from './program-path.js';
import { openProgress } from './progress.js';
import { withTemporaryDirectory } from './temporary-directory.js';
import { UsageError } from './usage-error.js';

interface BenchImportArguments {
  records: number;
  seed: number;
  file?: string;
  zone?: string;
  rounds: number;
  json: boolean;
}

export const benchImportCommand: CommandModule = {
  command: 'import',
  describe: "Import a large zone file, and beside it with PowerDNS's own tools",
  builder: (yargs: Argv) =>
    yargs
      .usage("$0 bench import [options]\n\nImport a large zone file, and beside it with PowerDNS's own tools")
      .options({
        records: {
          type: 'number',
          default: 1_000_000,
          requiresArg: true,
          describe: 'records of the zone file, which is made for it',
        },
        seed: { type: 'number', default: 1, requiresArg: true, describe: 'another seed gives another file' },
        file: { type: 'string', requiresArg: true, describe: 'import this zone file instead' },
        zone: { type: 'string', requiresArg: true, describe: 'the name of the zone in --file' },
        rounds: { type: 'number', default: 5, requiresArg: true, describe: 'imports by each, in turns' },
        json: { type: 'boolean', default: false, describe: 'print the report as JSON' },
      })
      .example('$0 bench import', 'a million records')
      .example('$0 bench import --file db.example --zone example.com', 'a zone of your own')
      .epilogue(
        'Whichever of pdnsutil, zone2sql, sqlite3 and named-compilezone is missing is left out, by name.',
      ),
  handler: (argv: ArgumentsCamelCase) => run(argv as unknown as BenchImportArguments),
};

async function run({ records, seed, file, zone, rounds, json }: BenchImportArguments): Promise<void> {
  checkCounts({ records, rounds });
  if (records < fewestRecords) throw new UsageError(`--records takes ${fewestRecords} or more`);
  if ((file === undefined) !== (zone === undefined)) throw new UsageError('--file and --zone go together');
  const zoneName = zone === undefined ? largeZoneName : readName('--zone', zone);
  const bytes = file === undefined ? records * bytesPerRecord : statSync(file).size;
  const progress = openProgress(bytes * (rounds * importContenders.length + 1));
  await withTemporaryDirectory(async (directory, ending) => {
    checkRoom(directory, bytes);
    try {
      const report = await benchImport({
        contenders: importContenders,
        zoneName,
        file: file === undefined ? await writeLargeZone(directory, records, seed) : resolve(file),
        rounds,
        directory,
        path: programPath(),
        ending,
        onRun: () => progress.advance(bytes),
      });
      progress.stop();
      process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : formatImportReport(report));
    } finally {
      progress.stop();
    }
  });
}

/** Of the generated file, about. */
const bytesPerRecord = 44;

/** What the file and the largest database take beside it, about, in bytes for each byte of the file. */
const roomPerByte = 15;

function checkRoom(directory: string, fileBytes: number): void {
  const { bavail, bsize } = statfsSync(directory);
  const [there, needed] = [bavail * bsize, fileBytes * roomPerByte];
  if (there >= needed) return;
  const inGigabytes = (amount: number) => `${(amount / 1e9).toFixed(1)} GB`;
  throw new BenchError(
    'NO_ROOM',
    `${dirname(directory)} has room for ${inGigabytes(there)}, and about ${inGigabytes(needed)} are needed: ` +
      'name another directory in TMPDIR, or give fewer --records',
  );
}
