/** pdns-pipe bench pipe: how much longer does a coprocess take than one that does nothing? */

import { readFileSync } from 'node:fs';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { benchPipe } from '../bench/pipe-bench.js';
import { formatPipeReport } from '../bench/pipe-report.js';
import { type Ask, parseQuestions } from '../bench/questions.js';
import { abiVersions } from '../protocol/abi.js';
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
      .usage('$0 bench pipe [options] -- COMMAND [ARGUMENT...]')
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
  for (const [option, value] of Object.entries({ rounds, count, 'warm-up': warmUp, timeout: timeoutMs })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new UsageError(`--${option} takes a number from 1 up`);
  }
  const report = await benchPipe({
    command,
    asks: await asksOf(argv),
    abiVersion,
    rounds,
    count,
    warmUp,
    isPinned: argv.pin,
    timeoutMs,
  });
  process.stdout.write(argv.json ? `${JSON.stringify(report, undefined, 2)}\n` : formatPipeReport(report));
}

async function asksOf({ questions, db, abi }: BenchPipeArguments): Promise<Ask[]> {
  if ((questions === undefined) === (db === undefined)) {
    throw new UsageError('Which questions? Give --questions FILE, or --db FILE for random names');
  }
  if (questions !== undefined) return parseQuestions(readFileSync(questions, 'latin1'), abi, questions);
  throw new UsageError('--db comes later');
}
