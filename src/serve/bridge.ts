/** How does a bridge run? Whoever connects gets a relay, and the relay links to the backend. */

import type { Socket } from 'node:net';
import { isatty } from 'node:tty';
import { BackendLinks } from '../conversation/backend-links.js';
import { Relay, type RelayCounts } from '../conversation/relay.js';
import type { Responder } from '../conversation/responder.js';
import { type Abi, abiOf } from '../protocol/abi.js';
import type { EntForm } from '../protocol/format-reply.js';
import type { LineChannel, LineHandler } from '../wire/line-channel.js';
import { connectChannel, ownChannel, startChannel } from '../wire/open-channel.js';
import type { Acceptor } from './acceptor.js';
import { Connection } from './connection.js';
import { Connections } from './connections.js';
import type { DialogueRecord } from './dialogue-record.js';
import type { Fields, Log } from './log.js';

/** The backend: a unix socket that it listens on, or a program and its arguments. */
export type BackendAddress = { readonly path: string } | { readonly command: readonly string[] };

export interface BridgeOptions {
  readonly backend: BackendAddress;
  /** What the backend speaks; undefined: the same as PowerDNS. */
  readonly abiVersion: number | undefined;
  readonly deadlineMs: number;
  /** How many links all connections share; undefined: each has one of its own. */
  readonly pool: number | undefined;
  readonly maxConnections: number;
  /** How long an answer may be given again to the same question. */
  readonly maxStalenessMs: number;
  readonly ent: EntForm;
  /** Where the dialogue is written down as it passes. */
  readonly record: DialogueRecord | undefined;
  readonly version: string;
  readonly log: Log;
}

/** How long a program may take to start and say OK: longer than an answer (a guess). */
const GREETING_TIMEOUT_MS = 10_000;

/** The longest time of a timer. */
const NEVER_MS = 0x7fffffff;

/** What to do about the errors that operators run into. */
const hints: Readonly<Record<string, string>> = {
  'path ENOENT': 'no backend listens there (yet)',
  'path ECONNREFUSED': 'whoever listened there has gone',
  'path EACCES': "this user may not connect: see the socket's mode and group, and its directories",
  'command ENOENT': 'there is no such program; a relative path begins where the bridge was started',
  'command EACCES': 'this user may not execute it: chmod +x?',
};

/** Rejects with a message that says what to do. */
async function openChannel(backend: BackendAddress, handler: LineHandler): Promise<LineChannel> {
  try {
    if ('path' in backend) return await connectChannel(backend.path, handler);
    return await startChannel(backend.command[0]!, backend.command.slice(1), handler);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const hint = hints[`${'path' in backend ? 'path' : 'command'} ${code}`];
    throw hint === undefined ? cause : new Error(`${message}: ${hint}`, { cause });
  }
}

/** Answers each connection from the backend. */
export class Bridge implements Acceptor {
  /** Of the connections that have ended. */
  readonly totals = { questions: 0, transfers: 0, commands: 0, askedAgain: 0, failures: 0 };
  readonly #connections: Connections;
  /** By ABI version. */
  readonly #pools = new Map<number, BackendLinks>();

  constructor(private readonly options: BridgeOptions) {
    const { log, maxConnections, pool, abiVersion } = options;
    this.#connections = new Connections({ open: (id) => this.open(id), log, maxConnections });
    if (pool !== undefined && abiVersion !== undefined) this.#pool(abiOf(abiVersion)!, pool); // Ready before it is asked.
  }

  get count(): number {
    return this.#connections.count;
  }

  accept(socket: Socket): void {
    this.#connections.accept(socket);
  }

  whenEmpty(): Promise<void> {
    return this.#connections.whenEmpty();
  }

  async drain(): Promise<void> {
    await this.#connections.drain();
    this.close();
  }

  /** What answers one connection. */
  open(connectionId: number): Responder {
    const { abiVersion, deadlineMs, maxStalenessMs, pool, ent, record, version, log } = this.options;
    const links: BackendLinks[] = [];
    const relay = new Relay({
      linksFor: (powerdnsAbi) => {
        const abi = abiVersion === undefined ? powerdnsAbi : abiOf(abiVersion)!;
        if (pool !== undefined) return this.#pool(abi, pool);
        links[0]?.close();
        links[0] = this.#links(abi, 1, connectionId);
        return links[0];
      },
      deadlineMs,
      maxStalenessMs,
      banner: `pdns-pipe ${version} bridge`,
      ent,
      onRefusal: (reason) => log.note('error', 'refused', { connection: connectionId, reason }),
    });
    const responder: Responder = {
      answer: (line, isWhole) => relay.answer(line, isWhole),
      close: () => {
        links[0]?.close();
        for (const what of Object.keys(this.totals) as (keyof RelayCounts)[])
          this.totals[what] += relay.counts[what];
        log.note('debug', 'counted', { connection: connectionId, ...relay.counts });
      },
    };
    return record === undefined ? responder : record.of(responder, connectionId);
  }

  /** Lets go of the backend. */
  close(): void {
    for (const links of this.#pools.values()) links.close();
  }

  #pool(abi: Abi, size: number): BackendLinks {
    const links = this.#pools.get(abi.version) ?? this.#links(abi, size, 0);
    this.#pools.set(abi.version, links);
    return links;
  }

  #links(abi: Abi, size: number, connection: number): BackendLinks {
    const { backend, deadlineMs, log } = this.options;
    return new BackendLinks({
      size,
      abi,
      timeoutMs: GREETING_TIMEOUT_MS,
      patienceMs: deadlineMs,
      open: (handler) => openChannel(backend, handler),
      onLog: (text) => log.note('info', 'backend-log', { connection, text }),
      onAway: ({ code, message }) => log.note('warn', 'backend-away', { connection, code, reason: message }),
      onBack: (awayMs) => log.note('info', 'backend-up', { connection, awayMs: Math.round(awayMs) }),
    });
  }
}

/** Serves the PowerDNS that has started us, until stdin ends: nothing else ends it, since PowerDNS would take that for answers. */
export async function bridgeStdio(options: BridgeOptions, started: Fields): Promise<void> {
  const { log } = options;
  const bridge = new Bridge(options);
  if (!isatty(0))
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => log.note('info', 'ignored', { signal, reason: 'the end of stdin ends this' }));
  log.note('info', 'started', { listen: 'stdin', ...started, pid: process.pid });
  await new Promise<void>((onClose) => {
    const open = (handler: LineHandler) => ownChannel(handler);
    new Connection(open, bridge.open(process.pid), { stallTimeoutMs: NEVER_MS, onClose });
  });
  bridge.close();
  log.note('info', 'stopped', bridge.totals);
}
