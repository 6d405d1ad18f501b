/** What does a process need to answer connections? One backend that they share, and a session for each. */

import type { Socket } from 'node:net';
import type { Backend } from '../conversation/backend.js';
import type { Responder } from '../conversation/responder.js';
import { noCounts, Session, type SessionCounts } from '../conversation/session.js';
import type { EntForm } from '../protocol/format-reply.js';
import type { Acceptor } from './acceptor.js';
import { withOperatorCommands } from './commands.js';
import { Connections } from './connections.js';
import { type LogLevel, type OpenLog, openLog } from './log.js';

/** What a listener may be told anew while it runs. Plain values: they travel to other processes. */
export interface AnswerSettings {
  readonly db: string;
  readonly ent: EntForm;
  readonly maxStalenessMs: number;
  readonly deadlineMs: number;
  /** Of one process. */
  readonly maxConnections: number;
  readonly logLevel: LogLevel;
}

export interface AnswererOptions {
  readonly settings: AnswerSettings;
  /** Opens what knows the answers. With `setAlarm` it sees to it that its `rest` is called in a moment. */
  readonly openBackend: (settings: AnswerSettings, setAlarm: () => boolean) => Backend;
  readonly version: string;
}

/** Load may stop between two questions: what was kept for the next one goes so much later (a guess). */
const REST_AFTER_MS = 100;

/** Answers the connections that this process is given. */
export class Answerer implements Acceptor {
  readonly log: OpenLog;
  readonly connections: Connections;
  readonly #sessions = new Set<Session>();
  /** What those did that are gone. */
  readonly #past = noCounts();
  #settings: AnswerSettings;
  #backend: Backend;
  #alarm: NodeJS.Timeout | undefined;

  constructor(private readonly options: AnswererOptions) {
    this.#settings = options.settings;
    this.log = openLog(options.settings.logLevel);
    this.#backend = this.#openBackend();
    this.connections = new Connections({
      open: (connectionId) => this.#openSession(connectionId),
      log: this.log,
      maxConnections: options.settings.maxConnections,
    });
  }

  /** What all sessions have done. */
  get totals(): Readonly<SessionCounts> {
    const totals = { ...this.#past };
    for (const { counts } of this.#sessions) addTo(totals, counts);
    return totals;
  }

  get count(): number {
    return this.connections.count;
  }

  accept(socket: Socket): void {
    this.connections.accept(socket);
  }

  /** From now on questions are answered from a database that is opened anew, those of open connections too. */
  reload(settings: AnswerSettings): void {
    this.#settings = settings;
    this.log.setLevel(settings.logLevel);
    this.#backend.close();
    this.#backend = this.#openBackend();
  }

  async drain(): Promise<void> {
    await this.connections.drain();
    clearTimeout(this.#alarm);
    this.#backend.close();
  }

  whenEmpty(): Promise<void> {
    return this.connections.whenEmpty();
  }

  #openBackend(): Backend {
    const { openBackend, version } = this.options;
    const backend = openBackend(this.#settings, () => {
      this.#alarm ??= setTimeout(() => this.#rest(), REST_AFTER_MS);
      return true;
    });
    return withOperatorCommands(backend, { version, counts: () => this.totals });
  }

  #rest(): void {
    this.#alarm = undefined;
    this.#backend.rest?.();
  }

  #openSession(connection: number): Responder {
    const session = new Session(
      {
        lookup: (question) => this.#backend.lookup(question),
        transfer: (request) => this.#backend.transfer(request),
        command: (text) => this.#backend.command?.(text),
        state: () => this.#backend.state?.(),
        close: () => {}, // The backend outlives the connections.
      },
      {
        banner: `pdns-pipe ${this.options.version}`,
        ent: this.#settings.ent,
        onRefusal: (reason) => this.log.note('error', 'refused', { connection, reason }),
      },
    );
    this.#sessions.add(session);
    return {
      answer: (line, isWhole) => session.answer(line, isWhole),
      close: () => {
        this.#sessions.delete(session);
        addTo(this.#past, session.counts);
        this.log.note('debug', 'counted', { connection, ...session.counts });
      },
    };
  }
}

function addTo(totals: SessionCounts, counts: SessionCounts): void {
  for (const what of Object.keys(counts) as (keyof SessionCounts)[]) totals[what] += counts[what];
}
