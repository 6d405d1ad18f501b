/** Which state of the database is a question answered from? */

import { statSync } from 'node:fs';
import { Connection } from './connection.js';
import { explainError, thisUser } from './sqlite-error.js';
import { StoreError } from './store-error.js';

/**
 * Questions closer together than this share a snapshot. Below it a server is under load and the locking of a
 * snapshot per question costs more than the lookup; above it nobody notices. A guess.
 */
const THICK_MS = 2;

/** Keeps one connection to a file, and decides when to look at the file anew. */
export class Snapshots {
  #connection: Connection | undefined;
  #identity = '';
  #isHeld = false;
  #heldSince = 0;
  #askedAt = Number.NEGATIVE_INFINITY;
  #failure: unknown;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly path: string,
    readonly maxStalenessMs: number,
    readonly busyTimeoutMs: number,
  ) {}

  /**
   * Calls `answer` with a connection whose snapshot is at most maxStalenessMs old, and returns what it returns.
   *
   * While questions come thick, a snapshot is kept from one to the next. When they don't, it ends with the answer: a
   * process that waits for its next line can't end it later, and the write-ahead log grows behind an old snapshot.
   * What remains: the last question of a burst leaves its snapshot open until the next question comes.
   *
   * An error closes the connection; the next question opens a new one. If not even that works, questions fail with
   * the same error for maxStalenessMs without another try.
   */
  use<T>(answer: (connection: Connection) => T): T {
    const now = performance.now();
    const isThick = now - this.#askedAt < THICK_MS;
    this.#askedAt = now;
    try {
      const connection =
        this.#isHeld && isThick && now - this.#heldSince < this.maxStalenessMs
          ? this.#connection!
          : this.#renew(now, isThick);
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

  #renew(now: number, isThick: boolean): Connection {
    if (now - this.#failedAt < this.maxStalenessMs) throw this.#failure;
    try {
      if (this.#isHeld) this.#connection!.endSnapshot();
      const connection = this.#current();
      connection.beginSnapshot();
      this.#isHeld = isThick && this.maxStalenessMs > 0;
      this.#heldSince = now;
      return connection;
    } catch (error) {
      this.#failure = explainError(error, this.path);
      this.#failedAt = performance.now();
      throw this.#failure;
    }
  }

  /** The open connection, if the file is still the one it was opened on and nobody wrote over it. */
  #current(): Connection {
    const identity = identify(this.path);
    if (this.#connection !== undefined && identity === this.#identity) return this.#connection;
    this.close();
    this.#identity = identity;
    this.#connection = new Connection(this.path, this.busyTimeoutMs);
    return this.#connection;
  }
}

/**
 * Changes when the file is replaced, written over or truncated. SQLite itself notices none of these while it has the
 * file open, and would answer from a mixture of both. It changes as well when the write-ahead log is folded in: opening
 * the file again is cheap.
 */
function identify(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.dev} ${stat.ino} ${stat.size} ${stat.ctimeNs}`;
  } catch (cause) {
    const { message } = cause as Error;
    throw new StoreError('UNREADABLE', `${message}: ${thisUser()} must be able to enter its directory`, {
      cause,
    });
  }
}
