/** pdns-pipe zone: which zones are there, and which shall be? */

import type { Argv, CommandModule } from 'yargs';
import { zoneAddCommand } from './zone-add.js';
import { zoneDeleteCommand } from './zone-delete.js';
import { zoneListCommand } from './zone-list.js';

export const zoneCommands: CommandModule[] = [zoneListCommand, zoneAddCommand, zoneDeleteCommand];

export const zoneCommand: CommandModule = {
  command: 'zone',
  describe: 'List, add or delete zones',
  builder: (yargs: Argv) => yargs.command(zoneCommands).demandCommand(1, 'What about the zones?'),
  handler: () => {},
};
