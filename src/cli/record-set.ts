/** pdns-pipe record set: which records are there from now on, instead of those of the same name and type? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
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

interface RecordSetArguments extends EditArguments {
  type: string;
  ttl: string;
  contents: string[];
}

export const recordSetCommand: CommandModule = {
  command: 'set <name> <type> <ttl> <contents..>',
  describe: 'Put records in the place of all of their name and type',
  builder: (yargs: Argv) =>
    editOptions(
      yargs
        .usage(
          '$0 record set <name> <type> <ttl> <contents..> [options]\n\nPut records in the place of all of their name ' +
            'and type',
        )
        .positional('name', nameArgument)
        .positional('type', typeArgument)
        .positional('ttl', ttlArgument)
        .positional('contents', contentsArgument),
    ).example(
      "$0 record set example.com MX 1d '10 mail.example.com' --db records.db",
      'this mail server and no other',
    ),
  handler: (argv: ArgumentsCamelCase) => setRecords(argv as unknown as RecordSetArguments),
};

function setRecords(argv: RecordSetArguments): void {
  const type = readType(argv.type);
  const ttl = readTtl('TTL', argv.ttl);
  editRecords(argv, ({ zoneName }) => {
    const contents = readContents(type, argv.contents, zoneName);
    return (records) => [
      ...records.filter((record) => record.type !== type),
      ...contents.map((content) => ({ type, ttl, content })),
    ];
  });
}
