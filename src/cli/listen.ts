/** pdns-pipe listen: what a unix socket in pipe-command is served by. */

import { existsSync } from 'node:fs';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { abiVersions } from '../protocol/abi.js';
import { Answerer, type AnswerSettings } from '../serve/answerer.js';
import { serveListener } from '../serve/listener.js';
import { type Log, openLog } from '../serve/log.js';
import { isWorker, serveAsWorker } from '../serve/worker.js';
import { Workers } from '../serve/workers.js';
import { openReader } from '../store/reader.js';
import { answerOptions, readAnswerSettings, readSettings, type Settings, wholeNumber } from './settings.js';
import { accessOptions, inheritedPlace, linger, placeAt } from './socket-place.js';
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
    const given = readSettings(typed, options);
    const place = inheritedPlace() ?? placeAt(pathOf(given.socket), given, takeOver);
    const settings = answerSettings(given);
    const workers = wholeNumber('workers', given.workers, 0, [0, 64]);
    const log = openLog(settings.logLevel);
    warnIfMissing(settings.db, log);
    await serveListener<Answerer | Workers>({
      place,
      log,
      started: {
        version,
        db: settings.db,
        abi: `${abiVersions[0]}-${abiVersions.at(-1)}`,
        workers,
      },
      openAcceptor: () =>
        workers > 0
          ? Workers.start({ count: workers, settings, log })
          : new Answerer({ settings, openBackend, version }),
      reload(acceptor) {
        const read = answerSettings(readSettings(typed, options));
        acceptor.reload(read);
        log.setLevel(read.logLevel);
        warnIfMissing(read.db, log);
        return { db: read.db };
      },
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

/** It may come later: until then every answer is failed. */
function warnIfMissing(db: string, log: Log): void {
  if (existsSync(db)) return;
  log.note('warn', 'db-missing', {
    db,
    reason: 'every question is failed until `pdns-pipe import` has made it',
  });
}

function pathOf(socket: string | undefined): string {
  if (!socket) throw new UsageError('listen needs a path: --socket /run/pdns-pipe/listener.sock');
  return socket;
}
