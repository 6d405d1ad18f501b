/** Where do sockets go that a listener has accepted? */

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields } from './log.js';

/** Where sockets go: to the connections of this process, or to other processes. */
export interface Acceptor {
  /** Takes a socket that was accepted with `pauseOnConnect` and `allowHalfOpen`. */
  accept(socket: Socket): void;
  /** Connections that are open now. */
  readonly count: number;
  /** Finishes the answers in hand, then closes all connections. */
  drain(): Promise<void>;
  /** Resolves when no connection is open. */
  whenEmpty(): Promise<void>;
  /** What has been done so far, if it is known here. */
  readonly totals?: Fields;
}

/** Whoever stops a process waits for the answers in hand, but not for a peer that does not read them. */
const DRAIN_MS = 2000;

/** Finishes the answers in hand as far as they get out in time. */
export async function drainInTime(acceptor: Acceptor): Promise<void> {
  await Promise.race([acceptor.drain(), sleep(DRAIN_MS, undefined, { ref: false })]);
}
