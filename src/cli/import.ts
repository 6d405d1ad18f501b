/** pdns-pipe import: zone files into a database, each zone all or nothing. */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { type SerialPolicy, serialPolicies } from '../dns/serial.js';
import type { Difference } from '../store/difference.js';
import { previewZone } from '../store/preview.js';
import type { ReplaceOptions } from '../store/replacement.js';
import { openWriter } from '../store/writer.js';
import { noteDifference } from './difference-lines.js';
import { Drafts } from './drafts.js';
import { type Imported, importZone, type Replace } from './import-zone.js';
import { counted, Problems } from './problems.js';
import { openProgress } from './progress.js';
import { importSources, type SourceArguments, sourceBytes, sourceOptions } from './sources/import-sources.js';

interface ImportArguments extends SourceArguments {
  db: string;
  strict: boolean;
  'dry-run': boolean;
  'if-newer': boolean;
  'bump-serial'?: SerialPolicy;
  rewrite: boolean;
  json: boolean;
}

export const importCommand: CommandModule = {
  command: 'import [files..]',
  describe: 'Put zones into a database, from files and from where else they are',
  builder: (yargs: Argv) =>
    yargs
      .positional('files', {
        type: 'string',
        array: true,
        describe: 'zone files, or directories of them; - is standard input',
      })
      .options({
        db: {
          type: 'string',
          demandOption: true,
          requiresArg: true,
          describe: 'the database; made if missing',
        },
        ...sourceOptions,
        strict: { type: 'boolean', default: false, describe: 'take warnings for errors' },
        'dry-run': {
          type: 'boolean',
          default: false,
          describe: 'print what would change, and change nothing',
        },
        'if-newer': {
          type: 'boolean',
          default: false,
          describe: 'leave a zone alone unless the serial of the file is newer (RFC 1982)',
        },
        'bump-serial': {
          choices: serialPolicies,
          describe: 'give a zone that changes a serial newer than the one in the database',
        },
        rewrite: {
          type: 'boolean',
          default: false,
          describe: 'take over the serial even if nothing else has changed',
        },
        json: { type: 'boolean', default: false, describe: 'print the summary as JSON' },
      })
      .example('$0 import --db records.db zones/*.zone', 'the SOA of each file names its zone')
      .example('$0 import --db records.db --zone example.com db.example', 'a file with relative names only')
      .example('named-compilezone -o - ... | $0 import --db records.db -', 'from another program')
      .example('$0 import --db records.db --dry-run --if-newer /etc/bind/zones', 'what would change')
      .example('$0 import --db records.db --from-server 192.0.2.53 --zone example.com', 'by transfer (AXFR)')
      .epilogue(
        'A zone of that name is replaced in one transaction: whoever reads sees the old zone or the new one, whole.\n' +
          'Errors name file, line and column; a file with errors changes nothing. $INCLUDE reaches what lies in the\n' +
          'directory of the zone file or below. Exit status: 0 all zones are in, 1 at least one is not, 2 wrong usage.',
      ),
  handler: (argv: ArgumentsCamelCase) => importFiles(argv as unknown as ImportArguments),
};

async function importFiles(argv: ImportArguments): Promise<void> {
  const { db, json, strict, rewrite } = argv;
  const progress = openProgress(sourceBytes(argv));
  const whole = new Problems(argv['from-named-conf'] ?? 'import', strict, progress);
  const note = (text: string): void => progress.complain(`note: ${text}`);
  const sources = importSources(argv, { note, report: whole.report, advance: progress.advance });
  const drafts = new Drafts();
  const writer = argv['dry-run'] ? undefined : openWriter(db);
  const replace: Replace =
    writer === undefined ? (...zone) => previewZone(db, ...zone) : (...zone) => writer.replaceZone(...zone);
  const bumpSerial = argv['bump-serial'];
  const imported: Imported[] = [];
  try {
    for (const source of sources) {
      const differences: Difference[] = [];
      const options: ReplaceOptions = {
        strict,
        rewrite,
        ifNewer: argv['if-newer'],
        ...(bumpSerial !== undefined && { bumpSerial }),
        ...(writer === undefined && {
          onDifference: (difference) =>
            json ? differences.push(difference) : noteDifference(difference, progress),
        }),
      };
      const result = await importZone(source, drafts, replace, options, progress);
      imported.push(json && writer === undefined ? { ...result, differences } : result);
      if (!json) progress.note(summaryOf(result, writer === undefined));
    }
  } finally {
    await drafts.close();
    const waitingBytes = writer?.close() ?? 0;
    if (waitingBytes > 0) {
      progress.complain(
        `note: ${waitingBytes} bytes wait in ${db}-wal until a reader that still uses them is asked again; ` +
          'do not replace the file meanwhile',
      );
    }
    progress.stop();
  }
  if (json) process.stdout.write(`${JSON.stringify(imported, null, 2)}\n`);
  if (whole.counts.error > 0 || imported.some((result) => 'error' in result)) process.exitCode = 1;
  if (imported.some((result) => 'error' in result && result.code === 'NO_ORIGIN')) process.exitCode = 2;
}

function summaryOf(result: Imported, isDry: boolean): string {
  if ('error' in result) return `${result.file}: not imported: ${result.error}`;
  const { file, zoneName, outcome, serial, oldSerial } = result;
  const records = `${counted(result.records, 'record')} at ${counted(result.names, 'name')}`;
  const change = `${result.addedRecords} added, ${result.deletedRecords} deleted, serial ${oldSerial} to ${serial}`;
  const told = {
    added: `${records}, zone is new, serial ${serial}`,
    changed: `${records}, ${change}`,
    unchanged: `unchanged, serial ${serial}`,
    'not-newer': `left alone, its serial is not newer than ${serial}`,
  }[outcome];
  return `${file}: ${zoneName}: ${isDry ? 'would be: ' : ''}${told}`;
}
