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

/**
 * Keeps one connection to a file, and decides when to look at the file anew.
 *
 * Each question has a snapshot of its own, and under load one that is up to `maxStalenessMs` old: a snapshot costs some
 * system calls, several times the lookup. When the load goes, the snapshot goes with the next question. It can't be
 * ended by a process that waits for its next line, and as long as it is there the write-ahead log can't be folded in:
 * what remains is load that stops from one question to the next, after which the log grows until a question comes.
 */
export class Snapshots {
  #connection: Connection | undefined;
  #identity: string | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;
  #heldSince = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #load = 0;
  #failure: unknown;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly path: string,
    readonly maxStalenessMs: number,
    readonly busyTimeoutMs: number,
  ) {}

  /**
   * Calls `answer` with a connection whose snapshot is at most `maxStalenessMs` old, and returns what it returns.
   *
   * An error closes the connection; the next question opens a new one. If not even that works, questions fail with
   * the same error for `maxStalenessMs` without another try.
   */
  use<T>(answer: (connection: Connection) => T): T {
    const now = performance.now();
    const drained = Math.max(0, this.#load - (now - this.#askedAt) * QUESTIONS_PER_MS);
    this.#load = Math.min(2 * LOAD_QUESTIONS, drained + 1);
    this.#askedAt = now;
    try {
      const connection = this.#isFresh(now) ? this.#connection! : this.#renew(now);
      const answered = answer(connection);
      if (!this.#isHeld) connection.endSnapshot();
      return answered;
    } catch (error) {
      this.close();
      throw explainError(error, this.path);
    }
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#isHeld = false;
  }

  #isFresh(now: number): boolean {
    return this.#isHeld && this.#load > LOAD_QUESTIONS && now - this.#heldSince < this.maxStalenessMs;
  }

  #renew(now: number): Connection {
    if (now - this.#failedAt < this.maxStalenessMs) throw this.#failure;
    try {
      if (this.#isHeld) this.#connection!.endSnapshot();
      this.#isHeld = this.#load > LOAD_QUESTIONS && this.maxStalenessMs > 0;
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
    if (this.#connection !== undefined && now - this.#lookedAt < this.maxStalenessMs) {
      this.#connection.beginSnapshot();
      return this.#connection;
    }
    this.#lookedAt = now;
    const identity = identify(this.path);
    if (this.#connection === undefined || identity !== this.#identity) {
      this.#connection?.close();
      this.#connection = undefined;
      this.#connection = new Connection(this.path, this.busyTimeoutMs);
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
