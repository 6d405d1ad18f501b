/** pdns-pipe serve: what pipe-command in pdns.conf points at. */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import type { EntForm } from '../protocol/format-reply.js';
import { serveCoprocess } from '../serve/coprocess.js';
import { type LogLevel, logLevels, openLog } from '../serve/log.js';
import { openReader } from '../store/reader.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';

const entForms: readonly EntForm[] = ['placeholder', 'native', 'none'];

/** Every setting is a string until it is read: it may come from an option, the environment or a file. */
const options = {
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
    defaultDescription: 'warn',
    requiresArg: true,
  },
} as const;

type Setting = keyof typeof options;
type Settings = Partial<Record<Setting, string>>;

/** True if `args` were plain options and have been served; false if yargs has to explain or refuse them. */
export function servePlainly(args: readonly string[]): boolean {
  let values: Settings;
  try {
    const parsed = parseArgs({ args: args.filter((arg) => arg !== ''), options, strict: true, tokens: true });
    if (Object.keys(parsed.values).length < parsed.tokens.length) return false; // One is given twice.
    values = parsed.values;
  } catch {
    return false;
  }
  serve(values);
  return true;
}

export const serveCommand: CommandModule = {
  command: 'serve',
  describe: 'Answer PowerDNS on stdin and stdout, from a database',
  builder: (yargs: Argv) =>
    yargs
      .options(options)
      .example('pipe-command=/usr/bin/pdns-pipe serve --db /var/lib/pdns-pipe/records.db', 'in pdns.conf')
      .example("printf 'HELO\\t1\\n' | pdns-pipe serve --db records.db", 'what PowerDNS sees')
      .epilogue(
        'Each option may also come from the environment (PDNS_PIPE_DB, PDNS_PIPE_MAX_STALENESS, ...) or from the file\n' +
          'of --config; the command line counts most, the file least. Ends when stdin ends.',
      ),
  handler: (argv: ArgumentsCamelCase) => serve(argv as Settings),
};

function serve(typed: Settings): void {
  const configFile = typed.config ?? process.env[environmentName('config')];
  const settings = { ...readConfig(configFile), ...readEnvironment(), ...typed };
  const {
    db,
    ent = 'placeholder',
    'max-staleness': maxStaleness = '100',
    'log-level': level = 'warn',
  } = settings;
  if (!db) throw new UsageError('serve needs a database: --db FILE (make one with `pdns-pipe import`)');
  const maxStalenessMs = Number(maxStaleness);
  if (!/^\d{1,7}$/.test(maxStaleness))
    throw new UsageError(`--max-staleness takes 0 to 9999999 milliseconds, not "${maxStaleness}"`);
  serveCoprocess({
    openBackend: (setAlarm) => openReader(db, { maxStalenessMs, setAlarm }),
    version,
    ent: oneOf('ent', ent, entForms),
    log: openLog(oneOf<LogLevel>('log-level', level, logLevels)),
  });
}

function oneOf<T extends string>(setting: Setting, value: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new UsageError(`--${setting} takes ${choices.join(', ')}, not "${value}"`);
  return choice;
}

function environmentName(setting: Setting): string {
  return `PDNS_PIPE_${setting.toUpperCase().replaceAll('-', '_')}`;
}

function readEnvironment(): Settings {
  const settings: Settings = {};
  for (const setting of Object.keys(options) as Setting[]) {
    const value = process.env[environmentName(setting)];
    if (value) settings[setting] = value;
  }
  return settings;
}

/** A relative database in a file is relative to that file: PowerDNS's own directory is nobody's choice. */
function readConfig(file: string | undefined): Settings {
  if (!file) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UsageError(`--config ${file} can't be read: ${(cause as Error).message}`, { cause });
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
    throw new UsageError(`--config ${file} must hold one JSON object: {"db": "records.db"}`);
  const settings: Settings = {};
  for (const [setting, value] of Object.entries(parsed)) {
    if (!Object.hasOwn(options, setting) || setting === 'config')
      throw new UsageError(`--config ${file}: there is no setting "${setting}"`);
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new UsageError(`--config ${file}: "${setting}" must be a string or a number`);
    settings[setting as Setting] = String(value);
  }
  if (settings.db) settings.db = resolve(dirname(file), settings.db);
  return settings;
}
