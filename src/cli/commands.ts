/** Which commands are there? All of them under yargs, with help, examples and wrong usage. */

import yargs from 'yargs';
import { bench } from './bench.js';
import { importCommand } from './import.js';
import { queryCommand } from './query.js';
import { serveCommand } from './serve.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';
import { STDIN } from './zone-source.js';

/** Runs the command that `argv` names. Throws UsageError for anything that is not one. */
export async function run(argv: readonly string[]): Promise<void> {
  // yargs drops a `-` among positionals without a word.
  await yargs(argv.map((arg) => (arg === '-' ? STDIN : arg)))
    .scriptName('pdns-pipe')
    .usage('$0 COMMAND\n\nThe PowerDNS pipe protocol, answered from an embedded record store.')
    .command(serveCommand)
    .command(importCommand)
    .command(queryCommand)
    .command(bench)
    .demandCommand(1, 'Which command?')
    .strict()
    .check(refuseTwice)
    .version(version)
    .alias('h', 'help')
    .parserConfiguration({
      'camel-case-expansion': false,
      'populate--': true,
    })
    .epilogue('Exit status: 0 done, 1 failed, 2 wrong usage.')
    .wrap(Math.min(110, process.stdout.columns ?? 80))
    .exitProcess(false)
    .fail((message, error) => {
      // yargs throws a plain Error for what it finds wrong in a value, and passes on what a handler threw.
      throw error && error.name !== 'YError' ? error : new UsageError(error?.message ?? message);
    })
    .parseAsync();
}

/** An option given twice arrives as an array. */
function refuseTwice(argv: Readonly<Record<string, unknown>>): true {
  const twice = Object.keys(argv).find(
    (name) => !['_', '--', 'files'].includes(name) && Array.isArray(argv[name]),
  );
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice`);
  return true;
}
