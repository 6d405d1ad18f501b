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
  const [word] = argv;
  if (word !== undefined && !word.startsWith('-') && !['serve', 'import', 'query', 'bench'].includes(word))
    throw new UsageError(`there is no command "${word}"`);
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
    .check(refuseOddValues)
    .version(version)
    .alias('h', 'help')
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'boolean-negation': false,
      'populate--': true,
    })
    .epilogue('Exit status: 0 done, 1 failed, 2 wrong usage.')
    .wrap(Math.min(110, process.stdout.columns ?? 80))
    .exitProcess(false)
    .fail(refuse)
    .parseAsync();
}

/** An option given twice arrives as an array; one given with an empty shell variable as an empty string. */
function refuseOddValues(argv: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(argv)) {
    if (value === '') throw new UsageError(`${name} is empty`);
    if (['_', '--', 'files'].includes(name)) continue;
    if (Array.isArray(value)) throw new UsageError(`--${name} is given twice`);
    if (Number.isNaN(value)) throw new UsageError(`--${name} takes a number`);
  }
  return true;
}

/** yargs throws a plain error for what it finds wrong in a value, and passes on what a handler threw. */
function refuse(message: string | null, error: Error | undefined): never {
  if (error !== undefined && error.name !== 'YError') throw error;
  const text = error?.message ?? message ?? 'wrong usage';
  throw new UsageError(text.startsWith('Not enough non-option arguments') ? 'an argument is missing' : text);
}
