/** Which settings hold? Those of the command line, then of the environment, then of a file. */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { EntForm } from '../protocol/format-reply.js';
import { type LogLevel, logLevels } from '../serve/log.js';
import { UsageError } from './usage-error.js';

export const entForms: readonly EntForm[] = ['placeholder', 'native', 'none'];

/** Every setting is a string until it is read, whatever it comes from. */
export type Settings<Name extends string> = Partial<Record<Name, string>>;

/** What everyone who answers PowerDNS has to know. */
export const answerOptions = {
  db: { type: 'string', describe: 'the database that `pdns-pipe import` made', requiresArg: true },
  ent: {
    type: 'string',
    describe:
      'how an empty non-terminal is shown: placeholder (PowerDNS up to 5.0), native (5.1 and later), none',
    defaultDescription: 'placeholder',
    requiresArg: true,
  },
  'max-staleness': {
    type: 'string',
    describe: 'milliseconds after which a change by another process is seen at the latest',
    defaultDescription: '100',
    requiresArg: true,
  },
  config: {
    type: 'string',
    describe: 'a JSON file with these settings: {"db": "records.db", "max-staleness": 50}',
    requiresArg: true,
  },
  'log-level': {
    type: 'string',
    describe: `what is written to stderr: ${logLevels.join(', ')}`,
    requiresArg: true,
  },
} as const;

/** The settings named in `options`, as they were typed, set in the environment, or written in the file of `config`. */
export function readSettings<Name extends string>(
  typed: Settings<Name | 'config'>,
  options: Readonly<Record<Name, unknown>>,
): Settings<Name> {
  const names = Object.keys(options) as Name[];
  const configFile = typed.config ?? process.env[environmentName('config')];
  return { ...readConfig(configFile, names), ...readEnvironment(names), ...typed };
}

/** What is said about answers; `command` is who asks. */
export function readAnswerSettings(settings: Settings<keyof typeof answerOptions>, command: string) {
  const { db, ent = 'placeholder', 'max-staleness': maxStaleness, 'log-level': level = 'info' } = settings;
  if (!db)
    throw new UsageError(`${command} needs a database: --db FILE (make one with \`pdns-pipe import\`)`);
  return {
    db,
    ent: oneOf('ent', ent, entForms),
    maxStalenessMs: wholeNumber('max-staleness', maxStaleness, 100, [0, 9_999_999, ' milliseconds']),
    logLevel: oneOf<LogLevel>('log-level', level, logLevels),
  };
}

/** The value as one of `choices`. */
export function oneOf<T extends string>(setting: string, value: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new UsageError(`--${setting} takes ${choices.join(', ')}, not "${value}"`);
  return choice;
}

/** The value as a number from `least` to `most`, `byDefault` if there is none. */
export function wholeNumber<Default extends number | undefined>(
  setting: string,
  value: string | undefined,
  byDefault: Default,
  [least, most, unit = '']: readonly [number, number, string?],
): number | Default {
  if (value === undefined) return byDefault;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${setting} takes ${least} to ${most}${unit}, not "${value}"`);
}

function environmentName(setting: string): string {
  return `PDNS_PIPE_${setting.toUpperCase().replaceAll('-', '_')}`;
}

function readEnvironment<Name extends string>(names: readonly Name[]): Settings<Name> {
  const settings: Settings<Name> = {};
  for (const name of names) {
    const value = process.env[environmentName(name)];
    if (value) settings[name] = value;
  }
  return settings;
}

/** A relative path in a file is relative to that file: PowerDNS's own directory is nobody's choice. */
function readConfig<Name extends string>(file: string | undefined, names: readonly Name[]): Settings<Name> {
  if (!file) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UsageError(`--config ${file} can't be read: ${(cause as Error).message}`, { cause });
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw new UsageError(`--config ${file} must hold one JSON object: {"db": "records.db"}`);
  const settings: Settings<string> = {};
  for (const [setting, value] of Object.entries(parsed)) {
    if (!names.some((name) => name === setting) || setting === 'config')
      throw new UsageError(`--config ${file}: there is no setting "${setting}"`);
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new UsageError(`--config ${file}: "${setting}" must be a string or a number`);
    settings[setting] = String(value);
  }
  for (const path of ['db', 'socket', 'listen', 'connect', 'record'])
    if (settings[path]) settings[path] = resolve(dirname(file), settings[path]);
  return settings as Settings<Name>;
}
