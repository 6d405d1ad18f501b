/** pdns-pipe bench: how fast is it, beside the best that could be? */

import type { Argv, CommandModule } from 'yargs';
import { benchImportCommand } from './bench-import.js';
import { benchPipeCommand } from './bench-pipe.js';
import { benchStartCommand } from './bench-start.js';
import { benchStoreCommand } from './bench-store.js';
import { benchThroughputCommand } from './bench-throughput.js';

export const benches: CommandModule[] = [
  benchImportCommand,
  benchPipeCommand,
  benchStartCommand,
  benchStoreCommand,
  benchThroughputCommand,
];

export const bench: CommandModule = {
  command: 'bench',
  describe: 'Measure a coprocess, its start, the store, an import, or PowerDNS on top',
  builder: (yargs: Argv) => yargs.command(benches).demandCommand(1, 'Which bench?'),
  handler: () => {},
};
