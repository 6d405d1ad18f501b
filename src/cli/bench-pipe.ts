/** pdns-pipe bench pipe: how much longer does a coprocess take than one that does nothing? */

import { readFileSync } from 'node:fs';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { BenchError } from '../bench/bench-error.js';
import { benchPipe } from '../bench/pipe-bench.js';
import { formatPipeReport } from '../bench/pipe-report.js';
import { type Ask, askForName, parseQuestions } from '../bench/questions.js';
import { seededRandom } from '../bench/random.js';
import { nameOfSortKey } from '../dns/names.js';
import { abiVersions } from '../protocol/abi.js';
import { drawNames } from '../store/draw-names.js';
import { checkCounts } from './bench-counts.js';
import { UsageError } from './usage-error.js';

interface BenchPipeArguments {
  '--'?: string[];
  questions?: string;
  db?: string;
  seed: number;
  abi: number;
  rounds: number;
  count: number;
  'warm-up': number;
  timeout: number;
  pin: boolean;
  json: boolean;
}

export const benchPipeCommand: CommandModule = {
  command: 'pipe',
  describe: 'Play questions with a coprocess, and beside it with one in C that answers a constant',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        '$0 bench pipe [options] -- COMMAND [ARGUMENT...]\n\nPlay questions with a coprocess, and beside it with one in C that answers a constant',
      )
      .options({
        questions: {
          type: 'string',
          requiresArg: true,
          describe: 'a file of questions, one a line: "Q<TAB>..." as PowerDNS sends it, or NAME [TYPE [ID]]',
        },
        db: {
          type: 'string',
          requiresArg: true,
          describe: 'a database: ask for names drawn from it at random',
        },
        seed: { type: 'number', default: 1, requiresArg: true, describe: 'another seed draws other names' },
        abi: { choices: abiVersions, default: 4, describe: 'the version that PowerDNS speaks' },
        rounds: { type: 'number', default: 10, requiresArg: true, describe: 'rounds, in turns' },
        count: { type: 'number', default: 10_000, requiresArg: true, describe: 'questions in a round' },
        'warm-up': {
          type: 'number',
          default: 10_000,
          requiresArg: true,
          describe: 'questions before the first',
        },
        timeout: {
          type: 'number',
          default: 5000,
          requiresArg: true,
          describe: 'milliseconds to wait for an answer',
        },
        pin: { type: 'boolean', default: false, describe: 'both ends on one core: the steadiest figures' },
        json: { type: 'boolean', default: false, describe: 'print the report as JSON' },
      })
      .example('$0 bench pipe --pin --db records.db -- pdns-pipe serve --db records.db', 'random names')
      .example('$0 bench pipe --questions asked.txt -- ./backend.py', 'any coprocess'),
  handler: (argv: ArgumentsCamelCase) => run(argv as unknown as BenchPipeArguments),
};

async function run(argv: BenchPipeArguments): Promise<void> {
  const { '--': command = [], abi: abiVersion, rounds, count, 'warm-up': warmUp, timeout: timeoutMs } = argv;
  if (command.length === 0) throw new UsageError('Which command? Write it after --');
  checkCounts({ rounds, count, 'warm-up': warmUp, timeout: timeoutMs });
  const report = await benchPipe({
    command,
    asks: asksOf(argv),
    abiVersion,
    rounds,
    count,
    warmUp,
    isPinned: argv.pin,
    timeoutMs,
  });
  process.stdout.write(argv.json ? `${JSON.stringify(report, undefined, 2)}\n` : formatPipeReport(report));
}

function asksOf({ questions, db, seed, abi, rounds, count, 'warm-up': warmUp }: BenchPipeArguments): Ask[] {
  if ((questions === undefined) === (db === undefined)) {
    throw new UsageError('Which questions? Give --questions FILE, or --db FILE for random names');
  }
  if (questions !== undefined) return parseQuestions(readFileSync(questions, 'latin1'), abi, questions);
  const names = drawNames(db!, warmUp + rounds * count, seededRandom(seed));
  if (names.length === 0) throw new BenchError('NO_QUESTIONS', `${db} has no records to ask for`);
  return names.map(({ zoneId, key }) => askForName({ name: nameOfSortKey(key), zoneId }, abi));
}
