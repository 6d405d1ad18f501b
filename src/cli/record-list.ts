/** pdns-pipe record list: which records are in a database? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import type { ResourceRecord } from '../dns/record.js';
import { openStoredZones, type StoredZones } from '../store/stored-zones.js';
import { readName } from './name-argument.js';
import { listOptions, nameArgument, readType, typeArgument } from './record-arguments.js';
import { placeOf, storedZone } from './record-place.js';
import { jsonLines, writeOut } from './standard-output.js';

interface RecordListArguments {
  name?: string;
  type?: string;
  zone?: string;
  db: string;
  json: boolean;
}

export const recordListCommand: CommandModule = {
  command: 'list [name] [type]',
  describe: 'List records: NAME TYPE TTL CONTENT',
  builder: (yargs: Argv) =>
    listOptions(
      yargs
        .usage(
          '$0 record list [name] [type] [options]\n\nList records, one a line: NAME, TYPE, TTL and CONTENT, parted by tabs',
        )
        .positional('name', nameArgument)
        .positional('type', typeArgument),
    )
      .example('$0 record list --db records.db', 'all records of all zones')
      .example('$0 record list --zone example.com --db records.db', 'all records of a zone')
      .example('$0 record list www.example.com A --db records.db', 'one rrset'),
  handler: (argv: ArgumentsCamelCase) => listRecords(argv as unknown as RecordListArguments),
};

function listRecords({ name, type, zone, db, json }: RecordListArguments): void {
  const wantedType = type === undefined ? undefined : readType(type);
  const stored = openStoredZones(db);
  try {
    const records = recordsOf(stored, name, wantedType, zone);
    writeOut(json ? jsonLines(records) : lines(records));
  } finally {
    stored.close();
  }
}

function* recordsOf(
  stored: StoredZones,
  name: string | undefined,
  type: string | undefined,
  zone: string | undefined,
): Generator<ResourceRecord> {
  if (name !== undefined) {
    const place = placeOf(stored, name, zone);
    const records = stored.recordsAt(place.zoneName, place.name);
    const found = records.filter((record) => type === undefined || record.type === type);
    if (found.length === 0)
      process.stderr.write(`note: ${[place.name, type].join(' ').trim()} has no records\n`);
    yield* found;
  } else if (zone !== undefined) {
    yield* stored.records(storedZone(stored, readName('--zone', zone)));
  } else {
    for (const { zoneName } of stored.zones()) yield* stored.records(zoneName);
  }
}

function* lines(records: Iterable<ResourceRecord>): Generator<string> {
  for (const { name, type, ttl, content } of records) yield `${name}\t${type}\t${ttl}\t${content}\n`;
}
