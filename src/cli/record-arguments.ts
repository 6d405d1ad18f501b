/** What do all commands about records take? */

import type { Argv } from 'yargs';
import { parseType } from '../dns/record-type.js';
import { parseTtl } from '../dns/ttl.js';
import { readArgument } from './read-argument.js';

/** Every NAME, TYPE, TTL and CONTENT, also such as begin with a dash. */
export interface EditArguments {
  name: string;
  zone?: string;
  db: string;
  'bump-serial': 'increment' | 'date' | 'unix' | 'none';
  json: boolean;
}

/** An argument never has one. */
const MARK = '\0';

/**
 * Arguments that begin with one dash, and all behind `--`, marked so that yargs takes none of them for options:
 * `-all` is a fine content. No command about records has an option of one letter but `-h`.
 */
export function markPositionals(argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const options = argv.slice(0, end).map((arg) => (/^-(?!-|h$)/.test(arg) ? MARK + arg : arg));
  return [...options, ...argv.slice(end + 1).map((arg) => MARK + arg)];
}

/** The argument as it was typed. */
export function unmarked(arg: string): string {
  return arg.startsWith(MARK) ? arg.slice(1) : arg;
}

export const nameArgument = {
  type: 'string',
  coerce: unmarked,
  describe: 'the owner, e.g. www.example.com; with --zone it may be relative: www, @, *',
} as const;

export const typeArgument = { type: 'string', coerce: unmarked, describe: 'the type, e.g. MX' } as const;

export const ttlArgument = {
  type: 'string',
  coerce: unmarked,
  describe: 'how long it may be cached, in seconds or as 1h30m',
} as const;

export const contentsArgument = {
  type: 'string',
  array: true,
  coerce: (args: readonly string[]) => args.map(unmarked),
  describe: 'each argument is one record, e.g. "10 mail.example.com"',
} as const;

/** A type in normal form. Throws UsageError. */
export function readType(text: string): string {
  return readArgument('TYPE', () => parseType(text));
}

/** Seconds. Throws UsageError. */
export function readTtl(what: string, text: string): number {
  return readArgument(what, () => parseTtl(text));
}

/** The options of a command that lists records. */
export function listOptions<T>(yargs: Argv<T>) {
  return yargs.options({
    db: { type: 'string', demandOption: true, requiresArg: true, describe: 'the database' },
    zone: {
      type: 'string',
      requiresArg: true,
      describe: 'the zone; NAME may then be relative to it',
      defaultDescription: 'the deepest one that NAME is in',
    },
    json: { type: 'boolean', default: false, describe: 'print the result as JSON' },
  });
}

/** The options of a command that changes records, and what to know about it. */
export function editOptions<T>(yargs: Argv<T>) {
  return listOptions(yargs)
    .options({
      'bump-serial': {
        choices: ['increment', 'date', 'unix', 'none'],
        default: 'increment',
        requiresArg: true,
        describe: "what becomes of the zone's serial: 1 more, YYYYMMDDnn, seconds since 1970, the same",
      },
    })
    .epilogue(
      'Names, in CONTENT too, are absolute, with or without final dot. A CONTENT that begins with -- goes behind --. ' +
        'Records and serial change in one transaction. Exit status: 0 done, or nothing was to be done; 1 refused, ' +
        'nothing was changed; 2 wrong usage, and that is also a NAME, TYPE, TTL or CONTENT that is none.',
    );
}
