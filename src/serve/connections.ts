/** Who is connected? Everyone has a responder of their own. */

import type { Socket } from 'node:net';
import type { Responder } from '../conversation/responder.js';
import { acceptChannel } from '../wire/open-channel.js';
import { Connection, STALL_TIMEOUT_MS } from './connection.js';
import type { Log } from './log.js';

export interface ConnectionsOptions {
  /** Makes what answers a new connection. The number is unique in this process. */
  readonly open: (connectionId: number) => Responder;
  readonly log: Log;
  /** More than these are closed at once. */
  readonly maxConnections: number;
  readonly maxLineBytes?: number;
  readonly stallTimeoutMs?: number;
}

/** All connections of one process. */
export class Connections {
  /** Told how many are open whenever that has changed. */
  onCount: (count: number) => void = () => {};
  readonly #open = new Set<Connection>();
  #accepted = 0;
  #onEmpty: (() => void)[] = [];

  constructor(private readonly options: ConnectionsOptions) {}

  get count(): number {
    return this.#open.size;
  }

  /** How many there have been in all. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Serves a socket that was accepted with `pauseOnConnect` and `allowHalfOpen`, until it ends. */
  accept(socket: Socket): void {
    const { open, log, maxConnections, maxLineBytes, stallTimeoutMs = STALL_TIMEOUT_MS } = this.options;
    if (this.#open.size >= maxConnections) {
      log.note('warn', 'refused', {
        reason: `there are ${maxConnections} connections; see --max-connections`,
      });
      socket.destroy();
      return;
    }
    const connectionId = ++this.#accepted;
    log.note('debug', 'opened', { connection: connectionId });
    const connection: Connection = new Connection(
      (handler) => acceptChannel(socket, handler, maxLineBytes),
      open(connectionId),
      { stallTimeoutMs, onClose: () => this.#remove(connection, connectionId) },
    );
    this.#open.add(connection);
    this.#tellCount();
  }

  /** Finishes the answers in hand, then closes all. */
  async drain(): Promise<void> {
    for (const connection of this.#open) void connection.end();
    await this.whenEmpty();
  }

  /** Waits until none is open. */
  async whenEmpty(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }

  #remove(connection: Connection, connectionId: number): void {
    this.#open.delete(connection);
    this.options.log.note('debug', 'closed', { connection: connectionId });
    this.#tellCount();
    if (this.#open.size > 0) return;
    for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  #tellCount(): void {
    this.onCount(this.#open.size);
  }
}
