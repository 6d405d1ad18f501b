/** pdns-pipe export: zones out of a database, as master files. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { openStoredZones, type StoredZones } from '../store/stored-zones.js';
import { formatZoneFile } from '../zonefile/format.js';
import { writeZoneFile, zoneFileName } from './export-file.js';
import { readName } from './name-argument.js';
import { counted } from './problems.js';
import { openProgress, type Progress } from './progress.js';
import { storedZone } from './record-place.js';
import { jsonLines, print, writeOut } from './standard-output.js';
import { UsageError } from './usage-error.js';
import { sizeOf } from './zone-source.js';

interface ExportArguments {
  zones?: string[];
  '--'?: string[];
  all: boolean;
  directory?: string;
  db: string;
  json: boolean;
}

/** A zone that is in a file now. */
interface ExportedZone {
  readonly zoneName: string;
  readonly file: string;
  readonly records: number;
}

export const exportCommand: CommandModule = {
  command: 'export [zones..]',
  describe: 'Print a zone as a master file, or write a file for each of several',
  builder: (yargs: Argv) =>
    yargs
      .positional('zones', { type: 'string', array: true, describe: 'names of zones' })
      .options({
        db: { type: 'string', demandOption: true, requiresArg: true, describe: 'the database' },
        all: { type: 'boolean', default: false, describe: 'every zone; with --directory' },
        directory: {
          type: 'string',
          requiresArg: true,
          describe: 'write a file NAME.zone for each zone there; made if missing',
        },
        json: {
          type: 'boolean',
          default: false,
          describe: 'print what was written as JSON; with --directory',
        },
      })
      .example('$0 export example.com --db records.db', 'to stdout')
      .example('$0 export --all --directory zones --db records.db', 'each zone into a file of its own')
      .epilogue(
        'The same zone always makes the same text, sorted, and `import` makes the same zone of it. A file takes its name ' +
          'when it is whole. In file names what is no letter, digit, dot, _ or - is written %HH, as is the root zone: %2E. ' +
          'Exit status: 0 done, 1 at least one zone is not exported, 2 wrong usage.',
      ),
  handler: (argv: ArgumentsCamelCase) => exportZones(argv as unknown as ExportArguments),
};

function exportZones({ zones = [], '--': more = [], all, directory, db, json }: ExportArguments): void {
  const names = [...zones, ...more].map((zone) => readName('ZONE', zone));
  if (names.length > 0 === all) throw new UsageError('export what? Name zones, or give --all');
  if (directory === undefined && (all || names.length > 1 || json))
    throw new UsageError('only one zone can go to stdout: say with --directory where files go');
  const stored = openStoredZones(db);
  const progress = openProgress(all ? sizeOf(db) : 0);
  try {
    const found = all ? allZones(stored) : names.map((name) => storedZone(stored, name));
    if (directory !== undefined) {
      const exported = exportToFiles(stored, found, directory, progress);
      if (json) for (const text of jsonLines(exported)) print(text);
      else for (const zone of exported) progress.note(summaryOf(zone));
    } else for (const zoneName of found) writeOut(formatZoneFile(zoneName, stored.records(zoneName)));
  } finally {
    progress.stop();
    stored.close();
  }
}

function* exportToFiles(
  stored: StoredZones,
  zoneNames: Iterable<string>,
  directory: string,
  progress: Progress,
): Generator<ExportedZone> {
  mkdirSync(directory, { recursive: true });
  for (const zoneName of zoneNames) {
    const file = join(directory, zoneFileName(zoneName));
    let records = 0;
    const count = function* () {
      for (const record of stored.records(zoneName)) {
        records += 1;
        yield record;
      }
    };
    writeZoneFile(file, formatZoneFile(zoneName, count()), progress.advance);
    yield { zoneName, file, records };
  }
}

function* allZones(stored: StoredZones): Generator<string> {
  for (const { zoneName } of stored.zones()) yield zoneName;
}

function summaryOf({ zoneName, file, records }: ExportedZone): string {
  return `${zoneName}: ${counted(records, 'record')} in ${file}`;
}
