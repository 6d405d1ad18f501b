/** pdns-pipe bench start: PowerDNS starts coprocesses by the dozen; how long does one take? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { benchStart, formatStartReport } from '../bench/start-bench.js';
import { abiVersions } from '../protocol/abi.js';
import { checkCounts } from './bench-counts.js';
import { UsageError } from './usage-error.js';

interface BenchStartArguments {
  '--'?: string[];
  abi: number;
  rounds: number;
  timeout: number;
  json: boolean;
}

export const benchStartCommand: CommandModule = {
  command: 'start',
  describe: 'Measure from start to OK, beside a Node that does nothing',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        '$0 bench start [options] -- COMMAND [ARGUMENT...]\n\nMeasure from start to OK, beside a Node that does nothing',
      )
      .options({
        abi: { choices: abiVersions, default: 4, describe: 'the version that PowerDNS speaks' },
        rounds: { type: 'number', default: 20, requiresArg: true, describe: 'starts of each, in turns' },
        timeout: {
          type: 'number',
          default: 5000,
          requiresArg: true,
          describe: 'milliseconds a run may take',
        },
        json: { type: 'boolean', default: false, describe: 'print the report as JSON' },
      })
      .example('$0 bench start -- pdns-pipe serve --db records.db', 'its own'),
  handler: (argv: ArgumentsCamelCase) => run(argv as unknown as BenchStartArguments),
};

async function run({
  '--': command = [],
  abi: abiVersion,
  rounds,
  timeout: timeoutMs,
  json,
}: BenchStartArguments): Promise<void> {
  if (command.length === 0) throw new UsageError('Which command? Write it after --');
  checkCounts({ rounds, timeout: timeoutMs });
  const report = await benchStart({ command, abiVersion, rounds, timeoutMs });
  process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : formatStartReport(report));
}
