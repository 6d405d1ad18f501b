/** pdns-pipe record: which records are there, and which shall be? */

import type { Argv, CommandModule } from 'yargs';
import { recordAddCommand } from './record-add.js';
import { recordDeleteCommand } from './record-delete.js';
import { recordListCommand } from './record-list.js';
import { recordSetCommand } from './record-set.js';

export const recordCommands: CommandModule[] = [
  recordListCommand,
  recordAddCommand,
  recordSetCommand,
  recordDeleteCommand,
];

export const recordCommand: CommandModule = {
  command: 'record',
  describe: 'List, add, set or delete records',
  builder: (yargs: Argv) => yargs.command(recordCommands).demandCommand(1, 'What about the records?'),
  handler: () => {},
};
