/** pdns-pipe import: zone files into a database, each zone all or nothing. */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { openWriter } from '../store/writer.js';
import { counted, type Imported, importZone } from './import-zone.js';
import { readName } from './name-argument.js';
import { openProgress } from './progress.js';
import { UsageError } from './usage-error.js';
import { sizeOf } from './zone-source.js';

interface ImportArguments {
  files?: string[];
  '--'?: string[];
  db: string;
  zone?: string;
  json: boolean;
}

export const importCommand: CommandModule = {
  command: 'import [files..]',
  describe: 'Put zone files into a database, one zone per file',
  builder: (yargs: Argv) =>
    yargs
      .positional('files', { type: 'string', array: true, describe: 'zone files; - is standard input' })
      .options({
        db: {
          type: 'string',
          demandOption: true,
          requiresArg: true,
          describe: 'the database; made if missing',
        },
        zone: {
          type: 'string',
          requiresArg: true,
          describe: 'the name of the zone, and what relative names are relative to until $ORIGIN',
        },
        json: { type: 'boolean', default: false, describe: 'print the summary as JSON' },
      })
      .example('$0 import --db records.db zones/*.zone', 'the SOA of each file names its zone')
      .example('$0 import --db records.db --zone example.com db.example', 'a file with relative names only')
      .example('named-compilezone -o - ... | $0 import --db records.db -', 'from another program')
      .epilogue(
        'A zone of that name is replaced in one transaction: whoever reads sees the old zone or the new one, whole.\n' +
          'Errors name file, line and column; a file with errors changes nothing. $INCLUDE reaches what lies in the\n' +
          'directory of the zone file or below. Exit status: 0 all zones are in, 1 at least one is not, 2 wrong usage.',
      ),
  handler: (argv: ArgumentsCamelCase) => importFiles(argv as unknown as ImportArguments),
};

function importFiles({ files: named = [], '--': more = [], db, zone, json }: ImportArguments): void {
  const files = [...named, ...more];
  if (files.length === 0)
    throw new UsageError('import what? Give one zone file or more, or - for standard input');
  if (zone !== undefined && files.length > 1)
    throw new UsageError('--zone names one zone: give one file with it');
  const zoneName = zone === undefined ? undefined : readName('--zone', zone);
  const progress = openProgress(files.reduce((total, file) => total + sizeOf(file), 0));
  const writer = openWriter(db);
  const imported: Imported[] = [];
  try {
    for (const file of files) {
      const result = importZone(writer, file, zoneName, progress);
      imported.push(result);
      if (!json) progress.note(summaryOf(result));
    }
  } finally {
    const waitingBytes = writer.close();
    if (waitingBytes > 0) {
      progress.complain(
        `note: ${waitingBytes} bytes wait in ${db}-wal until a reader that still uses them is asked again; ` +
          'do not replace the file meanwhile',
      );
    }
    progress.stop();
  }
  if (json) process.stdout.write(`${JSON.stringify(imported, null, 2)}\n`);
  if (imported.some((result) => 'error' in result)) process.exitCode = 1;
  if (imported.some((result) => 'error' in result && result.code === 'NO_ORIGIN')) process.exitCode = 2;
}

function summaryOf(result: Imported): string {
  if ('error' in result) return `${result.file}: not imported: ${result.error}`;
  const { file, zoneName, zoneId, records, names } = result;
  return `${file}: ${zoneName}: ${counted(records, 'record')} at ${counted(names, 'name')}, zone id ${zoneId}`;
}
