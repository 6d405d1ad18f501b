/** pdns-pipe zone delete: which zone goes, with all that is in it? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { openStoredZones } from '../store/stored-zones.js';
import { openWriter } from '../store/writer.js';
import { readName } from './name-argument.js';
import { counted } from './problems.js';
import { noSuchZone, storedZone } from './record-place.js';
import { print } from './standard-output.js';

interface ZoneDeleteArguments {
  name: string;
  db: string;
  json: boolean;
}

export const zoneDeleteCommand: CommandModule = {
  command: 'delete <name>',
  describe: 'Delete a zone and all its records',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 zone delete <name> [options]\n\nDelete a zone and all its records, without asking')
      .positional('name', { type: 'string', describe: 'the name of the zone' })
      .options({
        db: { type: 'string', demandOption: true, requiresArg: true, describe: 'the database' },
        json: { type: 'boolean', default: false, describe: 'print the result as JSON' },
      })
      .example('$0 zone delete example.com --db records.db', 'PowerDNS answers REFUSED for it from now on')
      .epilogue('Exit status: 0 done, 1 refused (there is no such zone), 2 wrong usage.'),
  handler: (argv: ArgumentsCamelCase) => deleteZone(argv as unknown as ZoneDeleteArguments),
};

function deleteZone({ name, db, json }: ZoneDeleteArguments): void {
  const wanted = readName('NAME', name);
  const { zoneName, deleted } = countRecords(db, wanted);
  const writer = openWriter(db);
  try {
    if (!writer.deleteZone(zoneName)) throw noSuchZone(zoneName);
  } finally {
    writer.close();
  }
  print(
    json
      ? `${JSON.stringify({ zoneName, deleted }, null, 2)}\n`
      : `${zoneName}: deleted, with ${counted(deleted, 'record')}\n`,
  );
}

function countRecords(db: string, name: string): { zoneName: string; deleted: number } {
  const stored = openStoredZones(db);
  try {
    const zoneName = storedZone(stored, name);
    let deleted = 0;
    for (const _ of stored.records(zoneName)) deleted += 1;
    return { zoneName, deleted };
  } finally {
    stored.close();
  }
}
