/** pdns-pipe listen: what a unix socket in pipe-command is served by. */

import { resolve } from 'node:path';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import type { AnswerSettings } from '../serve/answerer.js';
import { type Place, serveListener } from '../serve/listener.js';
import { openLog } from '../serve/log.js';
import { inheritedSocket } from '../serve/systemd.js';
import { isWorker, serveAsWorker } from '../serve/worker.js';
import { openReader } from '../store/reader.js';
import { answerOptions, readAnswerSettings, readSettings, type Settings, wholeNumber } from './settings.js';
import { accessOptions, readAccess } from './socket-access.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';

const { 'log-level': logLevel, ...others } = answerOptions;
const options = {
  socket: { type: 'string', describe: 'the path of the socket, up to 107 bytes', requiresArg: true },
  ...others,
  ...accessOptions,
  workers: {
    type: 'string',
    describe: 'processes that share the connections; 0: one process does all',
    defaultDescription: '0',
    requiresArg: true,
  },
  deadline: {
    type: 'string',
    describe: 'milliseconds after which a question is answered, failed if need be',
    defaultDescription: '1500',
    requiresArg: true,
  },
  'max-connections': {
    type: 'string',
    describe: 'connections at a time',
    defaultDescription: '4096',
    requiresArg: true,
  },
  'log-level': { ...logLevel, defaultDescription: 'info' },
} as const;

const linger = {
  type: 'boolean',
  describe: 'take the path from a listener that has it; that one serves its connections until they end',
} as const;

type Typed = Settings<keyof typeof options> & { readonly linger?: boolean };

export const listenCommand: CommandModule = {
  command: 'listen',
  describe: 'Answer PowerDNS on a unix socket, from a database',
  builder: (yargs: Argv) =>
    yargs
      .options({ ...options, linger })
      .example('$0 listen --socket /run/pdns-pipe/listener.sock --group pdns --db records.db', 'serve')
      .example('pipe-command=/run/pdns-pipe/listener.sock', 'in pdns.conf')
      .example('$0 listen --linger --socket /run/pdns-pipe/listener.sock --db records.db', 'relieve another')
      .epilogue(
        'Each option but --linger may also come from the environment (PDNS_PIPE_SOCKET, ...) or from the file of\n' +
          '--config; the command line counts most, the file least. SIGHUP reads them again, SIGTERM ends.',
      ),
  handler: (argv: ArgumentsCamelCase) => listen(argv as Typed),
};

async function listen({ linger: takeOver = false, ...typed }: Typed): Promise<void> {
  const openBackend = ({ db, maxStalenessMs, deadlineMs }: AnswerSettings, setAlarm: () => boolean) =>
    openReader(db, { maxStalenessMs, busyTimeoutMs: Math.floor(deadlineMs * LOCK_SHARE), setAlarm });
  if (isWorker()) {
    await serveAsWorker({ openBackend, version });
  } else {
    const settings = readSettings(typed, options);
    await serveListener({
      place: placeOf(settings, takeOver),
      settings: answerSettings(settings),
      workers: wholeNumber('workers', settings.workers, 0, [0, 64]),
      openBackend,
      version,
      readSettings: () => answerSettings(readSettings(typed, options)),
    });
  }
  process.exit(); // Whoever does not read what it was told would keep this process.
}

/** A question may have to wait for others that wait for a lock before it may (a guess). */
const LOCK_SHARE = 1 / 3;

function answerSettings(settings: Settings<keyof typeof options>): AnswerSettings {
  return {
    ...readAnswerSettings(settings, 'listen'),
    deadlineMs: wholeNumber('deadline', settings.deadline, 1500, [1, 9_999_999, ' milliseconds']),
    maxConnections: wholeNumber('max-connections', settings['max-connections'], 4096, [1, 999_999]),
  };
}

function placeOf(settings: Settings<keyof typeof options>, takeOver: boolean): Place {
  const fd = inheritedSocket();
  if (fd !== undefined) return { fd };
  if (!settings.socket) throw new UsageError('listen needs a path: --socket /run/pdns-pipe/listener.sock');
  const path = resolve(settings.socket);
  if (/^(\/var)?\/tmp\//.test(path))
    openLog('warn').note('warn', 'path-in-tmp', {
      path,
      reason:
        "PowerDNS treats a missing socket as a command, and Debian's unit for it hides /tmp; /run/pdns-pipe is a good place",
    });
  return { path, ...readAccess(settings), takeOver };
}
