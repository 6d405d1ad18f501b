/** pdns-pipe zone list: which zones are in a database? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { openStoredZones, type StoredZones } from '../store/stored-zones.js';
import { jsonLines, writeOut } from './standard-output.js';

interface ZoneListArguments {
  db: string;
  json: boolean;
}

export const zoneListCommand: CommandModule = {
  command: 'list',
  describe: 'List the zones: name, id, serial',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 zone list [options]\n\nList the zones, one a line: name, id and serial, parted by tabs')
      .options({
        db: { type: 'string', demandOption: true, requiresArg: true, describe: 'the database' },
        json: { type: 'boolean', default: false, describe: 'print an array of objects' },
      })
      .example('$0 zone list --db records.db', 'every zone, in the order of DNS'),
  handler: (argv: ArgumentsCamelCase) => listZones(argv as unknown as ZoneListArguments),
};

function listZones({ db, json }: ZoneListArguments): void {
  const stored = openStoredZones(db);
  try {
    writeOut(json ? jsonLines(stored.zones()) : lines(stored));
  } finally {
    stored.close();
  }
}

function* lines(stored: StoredZones): Generator<string> {
  for (const { zoneName, zoneId, serial } of stored.zones()) yield `${zoneName}\t${zoneId}\t${serial}\n`;
}
