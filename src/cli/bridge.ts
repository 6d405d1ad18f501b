/** pdns-pipe bridge: what pipe-command points at when the backend may go away, hang, or speak another version. */

import { parseArgs } from 'node:util';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { abiVersions } from '../protocol/abi.js';
import type { EntForm } from '../protocol/format-reply.js';
import { type BackendAddress, Bridge, type BridgeOptions, bridgeStdio } from '../serve/bridge.js';
import { DialogueRecord } from '../serve/dialogue-record.js';
import { serveListener } from '../serve/listener.js';
import { type LogLevel, logLevels, openLog } from '../serve/log.js';
import { MAX_SOCKET_PATH_BYTES } from '../wire/socket-path.js';
import { answerOptions, entForms, oneOf, readSettings, type Settings, wholeNumber } from './settings.js';
import { accessOptions, inheritedPlace, linger, placeAt } from './socket-place.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';

const options = {
  connect: { type: 'string', describe: 'the unix socket that the backend listens on', requiresArg: true },
  listen: {
    type: 'string',
    describe: 'a unix socket for PowerDNS to connect to; without it PowerDNS speaks on stdin and stdout',
    requiresArg: true,
  },
  ...accessOptions,
  abi: {
    type: 'string',
    describe: `the ABI version that the backend speaks: ${abiVersions.join(', ')}`,
    defaultDescription: "PowerDNS's own",
    requiresArg: true,
  },
  deadline: {
    type: 'string',
    describe: 'milliseconds after which an answer is failed, however often it was asked for',
    defaultDescription: '1500',
    requiresArg: true,
  },
  'max-staleness': {
    type: 'string',
    describe:
      'milliseconds for which an answer is given again to the same question without asking the backend',
    defaultDescription: '100',
    requiresArg: true,
  },
  pool: {
    type: 'string',
    describe: 'links to the backend (programs, connections) that all connections of --listen share',
    defaultDescription: 'one for each connection',
    requiresArg: true,
  },
  'max-connections': {
    type: 'string',
    describe: 'connections of --listen at a time',
    defaultDescription: '4096',
    requiresArg: true,
  },
  linger,
  ent: answerOptions.ent,
  record: {
    type: 'string',
    describe: 'a file to append the dialogue to, as it passes',
    requiresArg: true,
  },
  config: {
    type: 'string',
    describe: 'a JSON file with these settings: {"connect": "backend.sock", "deadline": 1000}',
    requiresArg: true,
  },
  'log-level': { ...answerOptions['log-level'], defaultDescription: 'info' },
} as const;

type Typed = Settings<Exclude<keyof typeof options, 'linger'>> & { readonly linger?: boolean };

/** Those that mean nothing on stdin and stdout. */
const listening = ['mode', 'owner', 'group', 'pool', 'max-connections'] as const;

const { linger: _, ...settingNames } = options;

/** Whether `args` were plain options, which are understood without loading yargs: PowerDNS waits. */
export function bridgePlainly(args: readonly string[]): Promise<void> | undefined {
  const [own, command] = splitCommand(args.filter((arg) => arg !== ''));
  try {
    const parsed = parseArgs({ args: own, options, strict: true, tokens: true });
    if (Object.keys(parsed.values).length < parsed.tokens.length) return undefined; // One is given twice.
    return bridge(parsed.values, command);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return undefined;
  }
}

export const bridgeCommand: CommandModule = {
  command: 'bridge',
  describe: 'Stand between PowerDNS and a backend that may go away, hang, or speak another version',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        '$0 bridge [--listen PATH] (--connect PATH | -- COMMAND [ARGUMENT...])\n\nStand between PowerDNS and a backend that may go away, hang, or speak another version',
      )
      .options(options)
      .example('pipe-command=/usr/bin/pdns-pipe bridge --connect /run/backend.sock', 'in pdns.conf: no socat')
      .example(
        '$0 bridge --listen /run/x.sock --abi 1 -- ./backend.pl --zone a.example',
        'a script as a socket',
      )
      .epilogue('Without --listen it ends when stdin ends, and never before.'),
  handler: (argv: ArgumentsCamelCase) => bridge(argv as Typed, (argv['--'] as string[] | undefined) ?? []),
};

async function bridge({ linger: takeOver, ...given }: Typed, command: readonly string[]): Promise<void> {
  const typed = readSettings(given, settingNames);
  const { listen, ent = 'placeholder', 'log-level': level = 'info' } = typed;
  const log = openLog(oneOf<LogLevel>('log-level', level, logLevels));
  const settings: BridgeOptions = {
    backend: backendOf(typed.connect, command),
    abiVersion: wholeNumber('abi', typed.abi, undefined, [abiVersions[0]!, abiVersions.at(-1)!]),
    deadlineMs: wholeNumber('deadline', typed.deadline, 1500, [1, 9_999_999, ' milliseconds']),
    maxStalenessMs: wholeNumber('max-staleness', typed['max-staleness'], 100, [
      0,
      9_999_999,
      ' milliseconds',
    ]),
    pool: wholeNumber('pool', typed.pool, undefined, [1, 1000]),
    maxConnections: wholeNumber('max-connections', typed['max-connections'], 4096, [1, 999_999]),
    ent: oneOf<EntForm>('ent', ent, entForms),
    record: typed.record === undefined ? undefined : new DialogueRecord(typed.record, log),
    version,
    log,
  };
  const started = {
    version,
    backend:
      typed.connect ?? command.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' '),
    abi: `${abiVersions[0]}-${abiVersions.at(-1)}`,
    backendAbi: typed.abi ?? 'same',
  };
  const inherited = inheritedPlace();
  if (listen === undefined && inherited === undefined) {
    const stray = listening.find((option) => typed[option] !== undefined) ?? (takeOver && 'linger');
    if (stray) throw new UsageError(`--${stray} needs --listen PATH`);
    return bridgeStdio(settings, started);
  }
  if (listen !== undefined && listen === typed.connect)
    throw new UsageError(`bridge can't connect to the path that it listens at: ${listen}`);
  await serveListener({
    place: inherited ?? placeAt(listen!, typed, takeOver === true),
    log,
    started,
    openAcceptor: () => new Bridge(settings),
  });
  process.exit(); // Whoever does not read what it was told would keep this process.
}

function backendOf(path: string | undefined, command: readonly string[]): BackendAddress {
  if ((path === undefined) === (command.length === 0)) {
    const both = path === undefined ? '' : ', and not both';
    throw new UsageError(`bridge needs one backend: --connect PATH, or -- COMMAND [ARGUMENT...]${both}`);
  }
  if (path !== undefined && Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES)
    throw new UsageError(`--connect: a socket's path has ${MAX_SOCKET_PATH_BYTES} bytes at most`);
  return path === undefined ? { command } : { path };
}

/** What stands before the first `--`, and behind it. */
function splitCommand(args: readonly string[]): [string[], string[]] {
  const at = args.indexOf('--');
  return at < 0 ? [[...args], []] : [args.slice(0, at), args.slice(at + 1)];
}
