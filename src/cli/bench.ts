/** pdns-pipe bench: how fast is it, beside the best that could be? */

import type { Argv, CommandModule } from 'yargs';
import { benchPipeCommand } from './bench-pipe.js';
import { benchStoreCommand } from './bench-store.js';

export const bench: CommandModule = {
  command: 'bench',
  describe: 'Measure a coprocess, or the store',
  builder: (yargs: Argv) =>
    yargs
      .command(benchPipeCommand)
      .command(benchStoreCommand)
      .demandCommand(1, 'Which bench: pipe or store?'),
  handler: () => {},
};
