/** pdns-pipe bench throughput: how many questions a second does PowerDNS answer, by the way it asks? */

import { join } from 'node:path';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { BenchError } from '../bench/bench-error.js';
import { compile } from '../bench/compile.js';
import { findProgram } from '../bench/find-program.js';
import { fewestRecords, largeZoneName } from '../bench/large-zone.js';
import { type RunOptions, runMeasured } from '../bench/measured-run.js';
import { seededRandom } from '../bench/random.js';
import { benchThroughput } from '../bench/throughput-bench.js';
import { throughputContenders } from '../bench/throughput-contenders.js';
import { formatThroughputReport } from '../bench/throughput-report.js';
import { checkCounts } from './bench-counts.js';
import { writeLargeZone } from './large-zone-file.js';
import { programPath } from './program-path.js';
import { openProgress } from './progress.js';
import { withTemporaryDirectory } from './temporary-directory.js';
import { UsageError } from './usage-error.js';

interface BenchThroughputArguments {
  records: number;
  seed: number;
  threads: string;
  only?: string;
  rounds: number;
  seconds: number;
  'warm-up': number;
  json: boolean;
}

const names = throughputContenders.map(({ name }) => name);

export const benchThroughputCommand: CommandModule = {
  command: 'throughput',
  describe: 'Load a real PowerDNS, with each way there is to a backend, and beside it with C backends',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        '$0 bench throughput [options]\n\nLoad a real PowerDNS, with each way there is to a backend, and beside it with C backends',
      )
      .options({
        records: {
          type: 'number',
          default: 1_000_000,
          requiresArg: true,
          describe: 'records of the zone, which is made for it',
        },
        seed: {
          type: 'number',
          default: 1,
          requiresArg: true,
          describe: 'another seed gives other records and questions',
        },
        threads: {
          type: 'string',
          default: '1,7',
          requiresArg: true,
          describe: "PowerDNS's distributor-threads, a table for each number",
        },
        only: {
          type: 'string',
          requiresArg: true,
          describe: `some of ${names.join(',')}`,
          defaultDescription: 'all',
        },
        rounds: { type: 'number', default: 10, requiresArg: true, describe: 'rounds, in turns' },
        seconds: { type: 'number', default: 3, requiresArg: true, describe: 'length of each measurement' },
        'warm-up': {
          type: 'number',
          default: 20,
          requiresArg: true,
          describe: 'seconds of load before the first round',
        },
        json: { type: 'boolean', default: false, describe: 'print the report as JSON' },
      })
      .example('$0 bench throughput', 'all of it: takes ten minutes')
      .example('$0 bench throughput --threads 7 --only coprocess,c-coprocess', 'two of them')
      .epilogue('Needs pdns_server and dnsperf. Ways whose programs are missing are left out, by name.'),
  handler: (argv: ArgumentsCamelCase) => run(argv as unknown as BenchThroughputArguments),
};

async function run(argv: BenchThroughputArguments): Promise<void> {
  const { records, seed, rounds, seconds, 'warm-up': warmUpSeconds, json } = argv;
  checkCounts({ records, rounds });
  if (records <= fewestRecords) throw new UsageError(`--records takes ${fewestRecords + 1} or more`);
  for (const [option, value] of Object.entries({ seconds, 'warm-up': warmUpSeconds }))
    if (!(value > 0)) throw new UsageError(`--${option} takes a number of seconds above 0`);
  const threads = argv.threads.split(',').map(Number);
  for (const number of threads) checkCounts({ threads: number });
  const contenders = contendersOf(argv.only);
  const path = programPath();
  const programs = {
    pdnsServer: findOrFail('pdns_server', 'pdns-server pdns-backend-pipe', path),
    dnsperf: findOrFail('dnsperf', 'dnsperf', path),
  };
  const loadSeconds = threads.length * contenders.length * (rounds * seconds + warmUpSeconds);
  const preparationSeconds = records * preparationSecondsPerRecord;
  const progress = openProgress((loadSeconds + preparationSeconds) * unitsPerSecond);
  await withTemporaryDirectory(async (directory, ending) => {
    try {
      const running: RunOptions = { directory, env: { ...process.env, PATH: path }, ending };
      const { db, hosts } = await makeDatabase(records, seed, running);
      progress.advance(preparationSeconds * unitsPerSecond);
      const report = await benchThroughput({
        ...running,
        ...programs,
        contenders,
        places: {
          'pdns-pipe': process.argv[1]!,
          db,
          apex: largeZoneName,
          answerer: compile('answerer', directory),
          socat: findProgram('socat', path),
        },
        records,
        names: hosts,
        random: seededRandom(seed),
        threads,
        rounds,
        seconds,
        warmUpSeconds,
        onMeasured: (measured) => progress.advance(measured * unitsPerSecond),
      });
      progress.stop();
      process.stdout.write(
        json ? `${JSON.stringify(report, undefined, 2)}\n` : formatThroughputReport(report),
      );
    } finally {
      progress.stop();
    }
  });
}

/** The progress bar counts bytes, and shows itself from a million on. */
const unitsPerSecond = 1_000_000;
/** To write the zone file and import it, about. */
const preparationSecondsPerRecord = 15e-6;

function contendersOf(only: string | undefined) {
  if (only === undefined) return throughputContenders;
  return only.split(',').map((name) => {
    const contender = throughputContenders.find((each) => each.name === name);
    if (contender === undefined) throw new UsageError(`--only takes some of ${names.join(',')}`);
    return contender;
  });
}

function findOrFail(name: string, debianPackages: string, path: string): string {
  const program = findProgram(name, path);
  if (program !== undefined) return program;
  throw new BenchError('FAILED', `${name} is not installed: apt-get install ${debianPackages}`);
}

/** A database of one large zone, and the names in it that have an A record. */
async function makeDatabase(records: number, seed: number, running: RunOptions) {
  const hosts: string[] = [];
  const file = await writeLargeZone(running.directory, records, seed, (text) => {
    for (const [, host] of text.matchAll(/^((?:host|spare)\d\S*)\t/gm))
      hosts.push(`${host}.${largeZoneName}`);
  });
  await runMeasured(`pdns-pipe import --db records.db --zone ${largeZoneName} '${file}'`, running);
  return { db: join(running.directory, 'records.db'), hosts };
}
