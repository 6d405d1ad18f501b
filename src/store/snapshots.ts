/** Which state of the database is a question answered from? */

import { statSync } from 'node:fs';
import { Connection } from './connection.js';
import { explainError, thisUser } from './sqlite-error.js';
import { StoreError } from './store-error.js';

/**
 * Load is what has asked so many questions more than this rate allows. PowerDNS asks 4 to 22 questions for one client
 * at once, and then none: that is not yet load. Both are guesses.
 */
const LOAD_QUESTIONS = 100;
const QUESTIONS_PER_MS = 0.5;

/** After a failure the file is left alone for so long at most: opening one is slow, and may wait for a lock (a guess). */
const MAX_PAUSE_MS = 100;

/** How fresh answers are, how long a lock is waited for, and who ends a snapshot that is kept. */
export interface SnapshotOptions {
  /** A change by another process is seen after this time at the latest. 0: at once, at the price of speed. */
  readonly maxStalenessMs: number;
  /** How long to wait for a file that another process has locked: well below PowerDNS's pipe-timeout. */
  readonly busyTimeoutMs: number;
  /**
   * Asked before a snapshot is kept from one question to the next, which makes lookups faster under load: true promises
   * that `rest` will be called in a moment, whether questions go on or not. Without it no snapshot is kept.
   */
  readonly setAlarm: () => boolean;
}

/**
 * Keeps one connection to a file, and decides when to look at the file anew.
 *
 * Each question has a snapshot of its own, and under load one that is up to `maxStalenessMs` old: a snapshot costs some
 * system calls, several times the lookup. As long as a snapshot is there, the write-ahead log can't be folded in, so it
 * goes with the load: with the next question, or else with the alarm that is set before it is kept.
 */
export class Snapshots {
  #connection: Connection | undefined;
  #identity: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** What stands for the snapshot that is kept. */
  #held: object | undefined;
  #heldSince = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #load = 0;
  #failure: unknown;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly path: string,
    private readonly options: SnapshotOptions,
  ) {}

  /** Stands for the snapshot that the next question would share with those before it; undefined if it would not. */
  get shared(): object | undefined {
    return this.#isFresh(performance.now()) ? this.#held : undefined;
  }

  /**
   * Calls `answer` with a connection whose snapshot is at most `maxStalenessMs` old, and returns what it returns.
   *
   * An error closes the connection; the next question opens a new one. If not even that works, questions fail with
   * the same error for `maxStalenessMs`, 100 ms at most, without another try.
   */
  use<T>(answer: (connection: Connection) => T): T {
    const now = performance.now();
    this.#load = Math.min(2 * LOAD_QUESTIONS, this.#loadAt(now) + 1);
    this.#askedAt = now;
    try {
      const connection = this.#isFresh(now) ? this.#connection! : this.#renew(now);
      const answered = answer(connection);
      if (this.#held === undefined) connection.endSnapshot();
      return answered;
    } catch (error) {
      this.close();
      throw explainError(error, this.path);
    }
  }

  /** Ends the snapshot that is kept. */
  rest(): void {
    if (this.#held === undefined) return;
    this.#held = undefined;
    try {
      this.#connection!.endSnapshot();
    } catch {
      this.close();
    }
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#held = undefined;
  }

  #isFresh(now: number): boolean {
    return (
      this.#held !== undefined &&
      this.#loadAt(now) > LOAD_QUESTIONS &&
      now - this.#heldSince < this.options.maxStalenessMs
    );
  }

  #loadAt(now: number): number {
    return Math.max(0, this.#load - (now - this.#askedAt) * QUESTIONS_PER_MS);
  }

  #renew(now: number): Connection {
    const { maxStalenessMs, setAlarm } = this.options;
    if (now - this.#failedAt < Math.min(maxStalenessMs, MAX_PAUSE_MS)) throw this.#failure;
    this.rest();
    try {
      const isKept = this.#load > LOAD_QUESTIONS && maxStalenessMs > 0 && setAlarm();
      this.#held = isKept ? {} : undefined;
      this.#heldSince = now;
      return this.#begin(now);
    } catch (error) {
      this.#failure = explainError(error, this.path);
      this.#failedAt = performance.now();
      throw this.#failure;
    }
  }

  /** A connection with a new snapshot, to the file that is there now: it is looked at every `maxStalenessMs`. */
  #begin(now: number): Connection {
    if (this.#connection !== undefined && now - this.#lookedAt < this.options.maxStalenessMs) {
      this.#connection.beginSnapshot();
      return this.#connection;
    }
    this.#lookedAt = now;
    const identity = identify(this.path);
    if (this.#connection === undefined || identity !== this.#identity) {
      this.#connection?.close();
      this.#connection = undefined;
      this.#connection = new Connection(this.path, this.options.busyTimeoutMs);
      this.#identity = identity;
    }
    this.#connection.beginSnapshot();
    this.#connection.checkMarks();
    return this.#connection;
  }
}

/**
 * Changes when the file is replaced, written over or truncated. SQLite itself notices none of these while it has the
 * file open, and would answer from a mixture of both. It changes as well when the write-ahead log is folded in: opening
 * the file again is cheap.
 */
function identify(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino} ${stat.size} ${stat.ctimeNs}`;
  } catch (cause) {
    const { message } = cause as Error;
    throw new StoreError('UNREADABLE', `${message}: ${thisUser()} must be able to enter its directory`, {
      cause,
    });
  }
}
