/** How does one connection run? Lines in, replies out, one after the other, as fast as the other side reads. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReplyText, Responder } from '../conversation/responder.js';
import type { LineChannel, LineHandler } from '../wire/line-channel.js';

export interface ConnectionOptions {
  /** How long the other side may take nothing of a reply before it is given up. */
  readonly stallTimeoutMs: number;
  /** Once: it has gone. */
  readonly onClose?: (() => void) | undefined;
}

/** Someone who reads nothing for so long is not PowerDNS, which waits for its answers (a guess). */
export const STALL_TIMEOUT_MS = 30_000;

/** Serves one channel until its end. Whatever goes wrong ends this one and no other. */
export class Connection {
  readonly #channel: LineChannel;
  #isReplying = false;
  #isEnding = false;
  #isClosed = false;

  /** `open` makes the channel and reports to the handler. */
  constructor(
    open: (handler: LineHandler) => LineChannel,
    private readonly responder: Responder,
    private readonly options: ConnectionOptions,
  ) {
    this.#channel = open({
      onLine: (line, isWhole) => this.#onLine(line, isWhole),
      onEnd: () => void this.#close(),
    });
  }

  /** Finishes what is asked already, then closes. */
  async end(): Promise<void> {
    await nextTurn(); // What has come, and has not been read yet, is read now.
    await nextTurn();
    this.#isEnding = true;
    if (!this.#isReplying) await this.#close();
  }

  #onLine(line: string, isWhole: boolean): void {
    const reply = this.responder.answer(line, isWhole);
    if (typeof reply !== 'string') void this.#holdDuring(this.#give(reply));
    else if (!this.#channel.send(reply)) void this.#holdDuring(this.#drain());
  }

  async #holdDuring(work: Promise<unknown>): Promise<void> {
    this.#channel.hold();
    this.#isReplying = true;
    await work;
    this.#isReplying = false;
    this.#channel.release();
    if (this.#isEnding && !this.#isReplying) await this.#close();
  }

  async #give(reply: Exclude<ReplyText, string>): Promise<void> {
    const settled = await reply;
    if (typeof settled === 'string') {
      if (!this.#channel.send(settled)) await this.#drain();
      return;
    }
    for await (const piece of settled) {
      if (!this.#channel.isOpen || (!this.#channel.send(piece) && !(await this.#drain()))) break;
      await nextTurn(); // The others' turn.
    }
  }

  /** False if the other side has gone, or takes nothing. */
  async #drain(): Promise<boolean> {
    if (await this.#channel.drained(this.options.stallTimeoutMs)) return true;
    this.#channel.destroy();
    return false;
  }

  async #close(): Promise<void> {
    await this.#drain();
    this.#channel.destroy();
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.responder.close?.();
    this.options.onClose?.();
  }
}
