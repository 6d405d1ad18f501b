/** pdns-pipe record add: which records come to those that are there? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { isSameContent } from '../store/owner-rules.js';
import {
  contentsArgument,
  type EditArguments,
  editOptions,
  nameArgument,
  readTtl,
  readType,
  ttlArgument,
  typeArgument,
} from './record-arguments.js';
import { readContents } from './record-content.js';
import { editRecords } from './record-edit.js';

interface RecordAddArguments extends EditArguments {
  type: string;
  ttl: string;
  contents: string[];
}

export const recordAddCommand: CommandModule = {
  command: 'add <name> <type> <ttl> <contents..>',
  describe: 'Add records to those that are there',
  builder: (yargs: Argv) =>
    editOptions(
      yargs
        .usage(
          '$0 record add <name> <type> <ttl> <contents..> [options]\n\nAdd records to those that are there. All of a ' +
            'name and type have one TTL: the new one',
        )
        .positional('name', nameArgument)
        .positional('type', typeArgument)
        .positional('ttl', ttlArgument)
        .positional('contents', contentsArgument),
    )
      .example('$0 record add www.example.com A 1h 192.0.2.1 192.0.2.2 --db records.db', 'two records')
      .example("$0 record add --zone example.com @ TXT 300 'v=spf1 mx -all' --db records.db", 'at the apex'),
  handler: (argv: ArgumentsCamelCase) => addRecords(argv as unknown as RecordAddArguments),
};

function addRecords(argv: RecordAddArguments): void {
  const type = readType(argv.type);
  const ttl = readTtl('TTL', argv.ttl);
  editRecords(argv, ({ zoneName }) => {
    const added = readContents(type, argv.contents, zoneName);
    return (records) => {
      const isThere = (content: string) =>
        records.some((record) => record.type === type && isSameContent(type, record.content, content));
      const rest = added.filter((content) => !isThere(content));
      if (rest.length === 0 && records.every((record) => record.type !== type || record.ttl === ttl))
        return records;
      return [
        ...records.map((record) => (record.type === type ? { ...record, ttl } : record)),
        ...rest.map((content) => ({ type, ttl, content })),
      ];
    };
  });
}
