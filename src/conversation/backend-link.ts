/** How is a backend asked that may die, hang, or say what it was not asked for? One request at a time, with a deadline. */

import type { Abi } from '../protocol/abi.js';
import { formatRequest } from '../protocol/format-request.js';
import { parseReply } from '../protocol/parse-reply.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { Data, LogText, Reply } from '../protocol/reply.js';
import type { LineChannel, LineHandler } from '../wire/line-channel.js';

export type LinkErrorCode = 'UNREACHABLE' | 'BAD_GREETING' | 'SILENT' | 'CLOSED' | 'OUT_OF_STEP';

/** The backend can't be asked, or its answer can't be trusted. The link is of no use any more. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  constructor(
    readonly code: LinkErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Opens a channel to the backend: connects, or starts a program. */
export type OpenChannel = (handler: LineHandler) => Promise<LineChannel>;

export interface LinkOptions {
  readonly open: OpenChannel;
  /** What the backend speaks. */
  readonly abi: Abi;
  /** How long opening and greeting may take, each. */
  readonly timeoutMs: number;
  /** Told what the backend logs while it is not asked. */
  readonly onLog: (text: string) => void;
  /** Told, once the backend has been greeted, that the link is closed, and why. */
  readonly onClosed?: (link: BackendLink, reason: LinkError) => void;
}

/** What is asked, and who hears what comes before the end of the answer. What they throw ends the link. */
export interface Asking {
  /** The line, with its newline. */
  readonly request: string;
  /** Where the answer ends: at END; at END or FAIL; or at FAIL too, after which an END may follow (a SOA question for any zone). */
  readonly end: 'END' | 'END or FAIL' | 'FAIL, then END';
  /** How long the answer may take; with `isStream` how long nothing of it may come. */
  readonly timeoutMs: number;
  readonly isStream?: boolean;
  readonly onReply: (reply: Data | LogText) => void;
  /** A line that is no reply: all of them if `end` is END. */
  readonly onText: (line: string, error?: ProtocolError) => void;
}

interface Asked extends Asking {
  readonly resolve: (end: 'END' | 'FAIL') => void;
  readonly reject: (error: Error) => void;
}

/** A backend that has been greeted in PowerDNS's place. */
export class BackendLink {
  #channel: LineChannel | undefined;
  #asked: Asked | undefined;
  #deadline = Number.POSITIVE_INFINITY;
  /** Set anew only if it would go off too late: questions are many, and late answers few. */
  #timer: NodeJS.Timeout | undefined;
  #lookAt = Number.POSITIVE_INFINITY;
  /** A request is sent when the event loop has read what had come before: that was not its answer. */
  #isSent = false;
  /** After a failed SOA question: some backends say END, others don't. */
  #mayEnd = false;
  #error: LinkError | undefined;
  #isGreeted = false;
  #onBanner: ((banner: string) => void) | undefined;
  readonly #send = () => {
    if (this.#asked === undefined || this.#isSent) return;
    this.#isSent = true;
    this.#channel!.send(this.#asked.request);
  };
  readonly #look = () => {
    this.#timer = undefined;
    const asked = this.#asked;
    if (asked === undefined) return;
    const leftMs = this.#deadline - performance.now();
    if (leftMs > 0) this.#lookIn(leftMs);
    // This process may have been stopped for a while: what has come meanwhile is read first.
    else
      setImmediate(() => {
        if (this.#asked !== asked) return;
        if (this.#deadline > performance.now()) this.#look();
        else this.#fail('SILENT', 'it did not answer in time');
      });
  };

  private constructor(private readonly options: LinkOptions) {}

  /** Rejects with LinkError UNREACHABLE, SILENT, CLOSED, BAD_GREETING or OUT_OF_STEP. */
  static async open(options: LinkOptions): Promise<BackendLink> {
    const link = new BackendLink(options);
    await link.#greet();
    return link;
  }

  get abi(): Abi {
    return this.options.abi;
  }

  /** Whether what comes next can only be the answer to the next request. */
  get isInStep(): boolean {
    return this.#error === undefined && this.#asked === undefined && !this.#mayEnd;
  }

  /** Whether it is of use, now or in a moment. */
  get isOpen(): boolean {
    return this.#error === undefined;
  }

  /** Rejects with LinkError, or with what a callback has thrown: the link is closed then. */
  ask(asking: Asking): Promise<'END' | 'FAIL'> {
    return new Promise((resolve, reject) => {
      if (this.#error !== undefined) return reject(this.#error);
      this.#asked = { ...asking, resolve, reject };
      this.#sendSoon();
    });
  }

  /** Lets the backend wait with what it has still to say, for as long as its reader can't take it. */
  hold(): void {
    this.#deadline = Number.POSITIVE_INFINITY;
    this.#channel!.hold();
  }

  release(): void {
    this.#setDeadline();
    this.#channel!.release();
  }

  close(): void {
    this.#fail('CLOSED', this.#mayEnd ? 'it did not say END after its FAIL' : 'it was closed by us');
  }

  async #greet(): Promise<void> {
    const { open, abi, timeoutMs } = this.options;
    const handler: LineHandler = {
      onLine: (line, isWhole) => this.#onLine(line, isWhole),
      onEnd: () => this.#fail('CLOSED', 'it has closed the connection'),
    };
    try {
      this.#channel = await open(handler);
    } catch (cause) {
      throw new LinkError('UNREACHABLE', (cause as Error).message, { cause });
    }
    const banner = await new Promise<string>((resolve, reject) => {
      if (this.#error !== undefined) {
        this.#channel!.destroy();
        return reject(this.#error);
      }
      this.#onBanner = resolve;
      const request = formatRequest({ tag: 'HELO', abiVersion: abi.version }, abi);
      this.#asked = { request, end: 'END', timeoutMs, resolve, reject, onReply() {}, onText() {} };
      this.#sendSoon();
    });
    if (this.#error !== undefined) throw this.#error;
    this.#isGreeted = /^OK(?:\s|$)/.test(banner);
    if (this.#isGreeted) return;
    this.#fail('BAD_GREETING', '');
    throw new LinkError(
      'BAD_GREETING',
      `it answered HELO ${abi.version} with ${JSON.stringify(banner.slice(0, 100))}, not with OK: is that its ABI version? See --abi`,
    );
  }

  #sendSoon(): void {
    this.#isSent = false;
    setImmediate(this.#send);
    this.#setDeadline();
  }

  #setDeadline(timeoutMs = this.#asked!.timeoutMs): void {
    this.#deadline = performance.now() + timeoutMs;
    if (this.#timer === undefined || this.#lookAt > this.#deadline) this.#lookIn(timeoutMs);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#lookAt = performance.now() + ms;
    if (ms < Number.POSITIVE_INFINITY) this.#timer = setTimeout(this.#look, ms);
  }

  #onLine(line: string, isWhole: boolean): void {
    const asked = this.#asked;
    if (asked === undefined || !this.#isSent) this.#onUnasked(line);
    else if (!isWhole) this.#fail('OUT_OF_STEP', `its line is too long: ${line.slice(0, 100)}...`);
    else if (this.#onBanner !== undefined) {
      const onBanner = this.#onBanner;
      this.#onBanner = undefined;
      this.#asked = undefined;
      onBanner(line);
    } else {
      if (asked.isStream) this.#setDeadline();
      try {
        this.#onAnswer(asked, line);
      } catch (error) {
        this.#fail('OUT_OF_STEP', (error as Error).message, error as Error);
      }
    }
  }

  #onAnswer(asked: Asked, line: string): void {
    const reply = asked.end === 'END' && line.trimEnd() !== 'END' ? undefined : readReply(line, this.abi);
    if (reply === undefined) asked.onText(line);
    else if (reply instanceof ProtocolError) asked.onText(line, reply);
    else if (reply.tag === 'DATA' || reply.tag === 'LOG') asked.onReply(reply);
    else {
      this.#mayEnd = reply.tag === 'FAIL' && asked.end === 'FAIL, then END';
      this.#asked = undefined;
      asked.resolve(reply.tag);
    }
  }

  #onUnasked(line: string): void {
    if (line.startsWith('LOG\t')) this.options.onLog(line.slice('LOG\t'.length));
    else if (this.#mayEnd && this.#asked === undefined && line.trimEnd() === 'END') this.#mayEnd = false;
    else this.#fail('OUT_OF_STEP', `it said ${JSON.stringify(line.slice(0, 100))} without being asked`);
  }

  #fail(code: LinkErrorCode, message: string, thrown?: Error): void {
    if (this.#error !== undefined) return;
    this.#error = new LinkError(code, message);
    const asked = this.#asked;
    this.#asked = undefined;
    clearTimeout(this.#timer);
    this.#channel?.destroy();
    if (this.#isGreeted) this.options.onClosed?.(this, this.#error);
    asked?.reject(thrown ?? this.#error);
  }
}

/** The error instead if it can't be read. */
function readReply(line: string, abi: Abi): Reply | ProtocolError {
  try {
    return parseReply(line, abi);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}
