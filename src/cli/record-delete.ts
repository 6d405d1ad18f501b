/** pdns-pipe record delete: which records go? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import type { OwnedRecord } from '../store/owner.js';
import { isSameContent } from '../store/owner-rules.js';
import {
  contentsArgument,
  type EditArguments,
  editOptions,
  nameArgument,
  readType,
  typeArgument,
} from './record-arguments.js';
import { readContents } from './record-content.js';
import { editRecords } from './record-edit.js';
import { RefusedChange } from './refused-change.js';

interface RecordDeleteArguments extends EditArguments {
  type?: string;
  contents?: string[];
}

export const recordDeleteCommand: CommandModule = {
  command: 'delete <name> [type] [contents..]',
  describe: 'Delete records, an rrset, or all records of a name',
  builder: (yargs: Argv) =>
    editOptions(
      yargs
        .usage(
          '$0 record delete <name> [type] [contents..] [options]\n\nDelete records, all of a type, or all of a name. ' +
            'What is not there is an error, and the SOA stays',
        )
        .positional('name', nameArgument)
        .positional('type', typeArgument)
        .positional('contents', contentsArgument),
    )
      .example('$0 record delete www.example.com A 192.0.2.2 --db records.db', 'one record')
      .example('$0 record delete www.example.com A --db records.db', 'the rrset')
      .example('$0 record delete www.example.com --db records.db', 'all records of the name'),
  handler: (argv: ArgumentsCamelCase) => deleteRecords(argv as unknown as RecordDeleteArguments),
};

function deleteRecords(argv: RecordDeleteArguments): void {
  const type = argv.type === undefined ? undefined : readType(argv.type);
  editRecords(argv, ({ zoneName, name }) => {
    const contents = type === undefined ? [] : readContents(type, argv.contents ?? [], zoneName);
    return (records) => {
      const isNamed = (record: OwnedRecord, content?: string) =>
        (type === undefined || record.type === type) &&
        (content === undefined || isSameContent(record.type, record.content, content));
      for (const content of contents.length === 0 ? [undefined] : contents) {
        if (records.some((record) => isNamed(record, content))) continue;
        throw nothingThere([name, type, content]);
      }
      const gone = records.filter((record) =>
        contents.length === 0 ? isNamed(record) : contents.some((content) => isNamed(record, content)),
      );
      if (gone.some((record) => record.type === 'SOA')) throw soaStays(zoneName);
      return records.filter((record) => !gone.includes(record));
    };
  });
}

function nothingThere(words: readonly (string | undefined)[]): RefusedChange {
  const what = words.filter((word) => word !== undefined).join(' ');
  return new RefusedChange(
    'NOT_THERE',
    `there is no ${what}: see \`pdns-pipe record list\`; nothing was changed`,
  );
}

function soaStays(zoneName: string): RefusedChange {
  return new RefusedChange(
    'SOA_STAYS',
    `the SOA of ${zoneName} stays, as PowerDNS would refuse every question without: name a TYPE, change it with ` +
      '`pdns-pipe record set`, or delete the whole zone with `pdns-pipe zone delete`; nothing was changed',
  );
}
