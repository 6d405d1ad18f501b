/** Which commands are there? All of them under yargs, with help, examples and wrong usage. */

import yargs, { type CommandModule } from 'yargs';
import { bench, benches } from './bench.js';
import { bridgeCommand } from './bridge.js';
import { checkCommand } from './check.js';
import { exportCommand } from './export.js';
import { importCommand } from './import.js';
import { listenCommand } from './listen.js';
import { queryCommand } from './query.js';
import { recordCommand, recordCommands } from './record.js';
import { markPositionals } from './record-arguments.js';
import { serveCommand } from './serve.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';
import { zoneCommand, zoneCommands } from './zone.js';
import { STDIN } from './zone-source.js';

const commands: CommandModule[] = [
  serveCommand,
  listenCommand,
  bridgeCommand,
  importCommand,
  exportCommand,
  checkCommand,
  zoneCommand,
  recordCommand,
  queryCommand,
  bench,
];

/** Those that have commands of their own. */
const groups: ReadonlyMap<string, readonly CommandModule[]> = new Map([
  ['zone', zoneCommands],
  ['record', recordCommands],
  ['bench', benches],
]);

/** Whose values are several. */
const lists = ['_', '--', 'files', 'zones', 'contents', 'ns'];

/** Runs the command that `argv` names. Throws UsageError for anything that is not one. */
export async function run(argv: readonly string[]): Promise<void> {
  const [word = '', subword = ''] = argv;
  if (isMissing(commands, word)) throw new UsageError(`there is no command "${word}"`);
  if (isMissing(groups.get(word), subword)) throw new UsageError(`there is no command "${word} ${subword}"`);
  await yargs(word === 'record' ? markPositionals(argv) : markStdin(argv))
    .scriptName('pdns-pipe')
    .usage('$0 COMMAND\n\nThe PowerDNS pipe protocol, answered from an embedded record store.')
    .command(commands)
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

/** The help of the command that was meant, as far as it is one. */
export function helpFor([word = '', subword = '']: readonly string[]): string {
  const path = ['pdns-pipe'];
  if (isOneOf(commands, word)) path.push(word);
  if (isOneOf(groups.get(word) ?? [], subword)) path.push(subword);
  return [...path, '--help'].join(' ');
}

/** yargs drops a `-` among positionals without a word. */
function markStdin(argv: readonly string[]): string[] {
  return argv.map((arg) => (arg === '-' ? STDIN : arg));
}

/** Whether a word that is no option names none of the commands, if there are any. */
function isMissing(modules: readonly CommandModule[] | undefined, word: string): boolean {
  return modules !== undefined && word !== '' && !word.startsWith('-') && !isOneOf(modules, word);
}

function isOneOf(modules: readonly CommandModule[], word: string): boolean {
  return modules.some(({ command }) => String(command).split(' ')[0] === word);
}

/** An option given twice arrives as an array; one given with an empty shell variable as an empty string. */
function refuseOddValues(argv: Readonly<Record<string, unknown>>): true {
  for (const [name, value] of Object.entries(argv)) {
    if (value === '') throw new UsageError(`${name} is empty`);
    if (lists.includes(name)) continue;
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
