/** How do lines travel over a stream that does not block? As events: one read and one write a question. */

import type { Readable, Writable } from 'node:stream';
import { MAX_LINE_BYTES } from './stdio.js';
import { TextSocket } from './text-socket.js';

/** Told what comes over a channel. */
export interface LineHandler {
  /** A line without its newline, one character a byte; `isWhole` is false for the beginning of one that was too long. */
  onLine(line: string, isWhole: boolean): void;
  /** Once: nothing more will come. Lines that came before have been handed over; a half line at the end is no line. */
  onEnd(): void;
}

/** One side of a connection: lines come one at a time, and only while they are not held back. */
export class LineChannel {
  /** What has come and has not been handed over yet. */
  #rest = '';
  #tooLong: string | undefined;
  #isHeld = false;
  #isHandingOver = false;
  #isPaused = false;
  #hasEnded = false;
  #isOpen = true;
  #isDestroyed = false;
  #handler: LineHandler | undefined;

  /** Reads from `input` at once. The two may be one. */
  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    handler: LineHandler,
    private readonly maxLineBytes = MAX_LINE_BYTES,
  ) {
    this.#handler = handler;
    for (const stream of [input, output]) stream.on('error', () => {}); // 'close' follows.
    input.once('end', () => this.#end()).once('close', () => this.#end());
    output.once('close', () => {
      this.#isOpen = false;
    });
    if (input instanceof TextSocket) input.onText = (text) => this.#read(text);
    else input.setEncoding('latin1').on('data', (text: string) => this.#read(text));
  }

  /** Whether what is sent may still arrive. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends text as it is; false: it waits here to be taken, and more should not be sent before `drained`. Never throws. */
  send(text: string): boolean {
    if (!this.#isOpen) return true;
    return this.output instanceof TextSocket
      ? this.output.writeText(text)
      : this.output.write(text, 'latin1');
  }

  /** Waits until all that was sent has been taken: false if that has not come within `timeoutMs`, or never will. */
  async drained(timeoutMs: number): Promise<boolean> {
    if (!this.#isOpen) return false;
    if (this.output.writableLength === 0) return true;
    return new Promise((resolve) => {
      const settle = (isDrained: boolean) => {
        clearTimeout(timer);
        this.output.off('close', onClose);
        resolve(isDrained);
      };
      const onClose = () => settle(false);
      const timer = setTimeout(onClose, timeoutMs);
      this.output.once('close', onClose);
      this.output.write('', (error) => settle(!error)); // Comes after all that waits.
    });
  }

  /** Holds back the lines that come, until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#handOver();
  }

  /** Whether lines have come that are held back. */
  get hasLines(): boolean {
    return this.#rest.includes('\n');
  }

  /** Closes at once, and hands over nothing more. What has been taken from us by then still arrives. */
  destroy(): void {
    this.input.destroy();
    this.output.destroy();
    this.#isOpen = false;
    this.#isDestroyed = true;
    this.#tellEnd();
  }

  #read(text: string): void {
    this.#rest = this.#rest === '' ? text : this.#rest + text;
    this.#handOver();
    if (this.#isHeld && this.#rest.length > this.maxLineBytes && !this.#isPaused) {
      this.#isPaused = true;
      this.input.pause();
    }
  }

  #handOver(): void {
    if (this.#isHandingOver) return;
    this.#isHandingOver = true;
    let start = 0;
    while (!this.#isHeld && !this.#isDestroyed) {
      const newline = this.#rest.indexOf('\n', start);
      if (newline < 0) break;
      const line = this.#tooLong ?? this.#rest.slice(start, newline);
      const isWhole = this.#tooLong === undefined && line.length <= this.maxLineBytes;
      this.#tooLong = undefined;
      start = newline + 1;
      this.#handler!.onLine(isWhole ? line : line.slice(0, this.maxLineBytes), isWhole);
    }
    if (start > 0) this.#rest = this.#rest.slice(start);
    this.#isHandingOver = false;
    if (this.#isHeld) return;
    if (this.#rest.length > this.maxLineBytes && !this.hasLines) {
      this.#tooLong ??= this.#rest.slice(0, this.maxLineBytes);
      this.#rest = '';
    }
    if (this.#isPaused) {
      this.#isPaused = false;
      this.input.resume();
    }
    if (this.#hasEnded) this.#tellEnd();
  }

  #end(): void {
    this.#hasEnded = true;
    if (!this.#isHeld) this.#tellEnd();
  }

  #tellEnd(): void {
    const handler = this.#handler;
    this.#handler = undefined;
    handler?.onEnd();
  }
}
