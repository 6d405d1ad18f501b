/** How do several processes share the connections of one path? The main process hands each socket to one of them. */

import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Acceptor } from './acceptor.js';
import type { AnswerSettings } from './answerer.js';
import type { Log } from './log.js';
import { type FromWorker, type ToWorker, workerEnvironment } from './worker.js';

/** A worker that was ready for less than this died at once: the pause before its successor is twice the last one. */
const SHORT_LIFE_MS = 1000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

interface Worker {
  readonly child: ChildProcess;
  /** When it said that it can answer. */
  readyAt: number | undefined;
  /** Sockets that were handed over, and those of them that are closed. */
  sent: number;
  closed: number;
}

export interface WorkersOptions {
  readonly count: number;
  readonly settings: AnswerSettings;
  readonly log: Log;
}

/** Processes that run this process's command line again, and are replaced when they die. */
export class Workers implements Acceptor {
  readonly #workers = new Set<Worker>();
  /** Sockets that came while no worker was ready. */
  readonly #waiting: Socket[] = [];
  readonly #restarts = new Set<NodeJS.Timeout>();
  #settings: AnswerSettings;
  #isDraining = false;
  #onEmpty: (() => void)[] = [];

  private constructor(private readonly options: WorkersOptions) {
    this.#settings = options.settings;
  }

  /** Resolves when each worker is ready, or has died once. */
  static async start(options: WorkersOptions): Promise<Workers> {
    const workers = new Workers(options);
    await Promise.all(Array.from({ length: options.count }, () => workers.#start(0)));
    return workers;
  }

  get count(): number {
    let count = this.#waiting.length;
    for (const worker of this.#workers) count += openOf(worker);
    return count;
  }

  /** Hands the socket to the worker with the fewest open connections. */
  accept(socket: Socket): void {
    const [first, ...others] = [...this.#workers].filter(({ readyAt }) => readyAt !== undefined);
    if (first === undefined) {
      this.#waiting.push(socket);
      return;
    }
    const worker = others.reduce((least, each) => (openOf(each) < openOf(least) ? each : least), first);
    worker.sent += 1;
    const message: ToWorker = { tag: 'socket' };
    worker.child.send(message, socket, (error) => {
      if (error !== null) socket.destroy(); // The worker has died meanwhile.
    });
  }

  reload(settings: AnswerSettings): void {
    this.#settings = settings;
    this.#tellAll({ tag: 'settings', settings: this.#ofOne(settings) });
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    for (const restart of this.#restarts) clearTimeout(restart);
    for (const socket of this.#waiting.splice(0)) socket.destroy();
    this.#tellAll({ tag: 'drain' });
    await Promise.all(
      [...this.#workers].map(({ child }) => new Promise((resolve) => child.once('close', resolve))),
    );
  }

  async whenEmpty(): Promise<void> {
    if (this.count > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }

  #start(pauseMs: number): Promise<void> {
    const child = fork(process.argv[1]!, process.argv.slice(2), {
      env: workerEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const worker: Worker = { child, readyAt: undefined, sent: 0, closed: 0 };
    this.#workers.add(worker);
    child.on('error', () => {}); // It can't be started, or told anything: its exit says so.
    return new Promise((resolve) => {
      child.on('message', (message: FromWorker) => {
        if (message.tag === 'closed') worker.closed = message.count;
        else this.#welcome(worker);
        resolve();
        this.#look();
      });
      child.once('close', (code, signal) => {
        this.#workers.delete(worker);
        if (!this.#isDraining) this.#replace(worker, pauseMs, signal ?? code);
        resolve();
        this.#look();
      });
      this.#tell(worker, { tag: 'settings', settings: this.#ofOne(this.#settings) });
    });
  }

  #welcome(worker: Worker): void {
    worker.readyAt = performance.now();
    this.options.log.note('debug', 'worker-started', { pid: worker.child.pid! });
  }

  #replace(worker: Worker, lastPauseMs: number, reason: string | number | null): void {
    const livedMs = performance.now() - (worker.readyAt ?? performance.now());
    const pauseMs =
      livedMs > SHORT_LIFE_MS ? 0 : Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * lastPauseMs));
    this.options.log.note('error', 'worker-died', {
      pid: worker.child.pid ?? 0,
      reason: reason ?? 'unknown',
      connections: openOf(worker),
      restartInMs: pauseMs,
    });
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#start(pauseMs);
    }, pauseMs);
    this.#restarts.add(restart);
  }

  /** Sees who is waiting for what has just become so. */
  #look(): void {
    for (const socket of this.#waiting.splice(0)) this.accept(socket);
    if (this.count === 0) for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  /** The limit of connections is that of all together. */
  #ofOne(settings: AnswerSettings): AnswerSettings {
    return { ...settings, maxConnections: Math.ceil(settings.maxConnections / this.options.count) };
  }

  #tellAll(message: ToWorker): void {
    for (const worker of this.#workers) this.#tell(worker, message);
  }

  #tell(worker: Worker, message: ToWorker): void {
    worker.child.send(message, () => {}); // One that can't hear it has died.
  }
}

function openOf({ sent, closed }: Worker): number {
  return sent - closed;
}
