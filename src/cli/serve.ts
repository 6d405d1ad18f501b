/** pdns-pipe serve: what pipe-command in pdns.conf points at. */

import { parseArgs } from 'node:util';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { serveCoprocess } from '../serve/coprocess.js';
import { openLog } from '../serve/log.js';
import { openReader } from '../store/reader.js';
import { answerOptions, readAnswerSettings, readSettings, type Settings } from './settings.js';
import { version } from './version.js';

const { 'log-level': logLevel, ...others } = answerOptions;
const options = { ...others, 'log-level': { ...logLevel, defaultDescription: 'warn' } };

type Typed = Settings<keyof typeof options>;

/** True if `args` were plain options and have been served; false if yargs has to explain or refuse them. */
export function servePlainly(args: readonly string[]): boolean {
  let values: Typed;
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
  handler: (argv: ArgumentsCamelCase) => serve(argv as Typed),
};

function serve(typed: Typed): void {
  const settings = readSettings(typed, options);
  const { db, maxStalenessMs, ent, logLevel } = readAnswerSettings(
    { 'log-level': 'warn', ...settings },
    'serve',
  );
  serveCoprocess({
    openBackend: (setAlarm) => openReader(db, { maxStalenessMs, setAlarm }),
    version,
    ent,
    log: openLog(logLevel),
  });
}
