/** pdns-pipe check: could these zone files be served? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { foldName } from '../dns/names.js';
import { checkZone } from '../store/drafted-nodes.js';
import { type CheckedFile, openCheckReport } from './check-report.js';
import { Drafts } from './drafts.js';
import { readName } from './name-argument.js';
import type { ShownProblem } from './problems.js';
import { openProgress } from './progress.js';
import { UsageError } from './usage-error.js';
import { sizeOf } from './zone-source.js';

interface CheckArguments {
  files?: string[];
  '--'?: string[];
  zone?: string;
  strict: boolean;
  json: boolean;
}

type Report = (problem: ShownProblem) => void;

export const checkCommand: CommandModule = {
  command: 'check [files..]',
  describe: 'Say all that is wrong with zone files',
  builder: (yargs: Argv) =>
    yargs
      .positional('files', { type: 'string', array: true, describe: 'zone files; - is standard input' })
      .options({
        zone: {
          type: 'string',
          requiresArg: true,
          describe: 'the name of the zone, and what relative names are relative to until $ORIGIN',
        },
        strict: { type: 'boolean', default: false, describe: 'take warnings for errors' },
        json: { type: 'boolean', default: false, describe: 'print the report as JSON' },
      })
      .example('$0 check zones/*.zone', 'what import would say, without a database')
      .epilogue(
        'One line for each problem: file:line:column: error: what, and what to do. Exit status: 0 no errors, 1 errors, ' +
          '2 wrong usage (relative names, and neither --zone nor $ORIGIN, are).',
      ),
  handler: (argv: ArgumentsCamelCase) => checkFiles(argv as unknown as CheckArguments),
};

async function checkFiles(argv: CheckArguments): Promise<void> {
  const files = [...(argv.files ?? []), ...(argv['--'] ?? [])];
  if (files.length === 0)
    throw new UsageError('check what? Give one zone file or more, or - for standard input');
  if (argv.zone !== undefined && files.length > 1)
    throw new UsageError('--zone names one zone: give one file with it');
  const zoneName = argv.zone === undefined ? undefined : readName('--zone', argv.zone);
  const progress = openProgress(files.reduce((total, file) => total + sizeOf(file), 0));
  const output = openCheckReport(argv.json, progress);
  const drafts = new Drafts();
  try {
    for (const file of files) {
      const counts = { error: 0, warning: 0 };
      output.begin(file);
      const checked = checkFile(file, zoneName, drafts, progress.advance, (problem) => {
        const severity = argv.strict ? 'error' : problem.severity;
        counts[severity] += 1;
        if (problem.code === 'NO_ORIGIN') process.exitCode = 2;
        output.problem({ ...problem, severity });
      });
      output.end({ ...checked, errors: counts.error, warnings: counts.warning });
      if (counts.error > 0) process.exitCode ??= 1;
    }
  } finally {
    await drafts.close();
    progress.stop();
    output.close();
  }
}

/** Reports all that is wrong with a file, that it can't be read included. */
function checkFile(
  file: string,
  zoneName: string | undefined,
  drafts: Drafts,
  advance: (bytes: number) => void,
  report: Report,
): Omit<CheckedFile, 'errors' | 'warnings'> {
  try {
    const { zoneName: found, drafted } = drafts.read({ file, zoneName }, { report, advance });
    if (found !== undefined) {
      const { records, names } = checkZone(found, drafted, { onProblem: report });
      return { zoneName: foldName(found), records, names };
    }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    report({ severity: 'error', code: String(cause.code), message: cause.message });
  }
  return { zoneName: zoneName === undefined ? null : foldName(zoneName), records: 0, names: 0 };
}
