/** What do we say to each line from PowerDNS? Our side of one conversation. */

import { type Abi, abiOf, abiVersions } from '../protocol/abi.js';
import { formatBareFailure, formatFailure } from '../protocol/format-failure.js';
import {
  END,
  type EntForm,
  formatBanner,
  formatCommandOutput,
  formatData,
  formatLog,
} from '../protocol/format-reply.js';
import { parseRequest } from '../protocol/parse-request.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { Data } from '../protocol/reply.js';
import type { Command, Hello, Question, Transfer } from '../protocol/request.js';
import type { Backend } from './backend.js';
import { checkOwner, checkSoaAnswer } from './fit.js';
import { KnownAnswers } from './known-answers.js';
import type { Responder } from './responder.js';

export interface SessionOptions {
  /** What PowerDNS logs at the handshake. */
  readonly banner?: string;
  readonly ent?: EntForm;
  /** Told why a handshake was refused: before OK nothing may be written to PowerDNS. */
  readonly onRefusal?: (reason: string) => void;
}

/** What a session has done so far. */
export interface SessionCounts {
  questions: number;
  transfers: number;
  commands: number;
  /** Requests that were answered with FAIL. */
  failures: number;
  /** Rows that were left out because PowerDNS could not have read them. */
  leftOut: number;
}

/** Those of a session that has done nothing yet. */
export function noCounts(): SessionCounts {
  return { questions: 0, transfers: 0, commands: 0, failures: 0, leftOut: 0 };
}

/** A long answer is handed over in pieces of about this many bytes, so that a slow reader holds it back (a guess). */
const PIECE_BYTES = 64 * 1024;

/**
 * One conversation at one ABI version. It never throws for what the peer sent, or for what the backend threw.
 *
 * A request that can't be met is failed the way its kind asks for: a SOA question for any zone with FAIL and END,
 * since PowerDNS reads on after the FAIL, a command with a text and END, every other request with FAIL alone.
 */
export class Session implements Responder {
  readonly counts = noCounts();
  #abi: Abi | undefined;
  readonly #ent: EntForm;
  readonly #known = new KnownAnswers();

  constructor(
    private readonly backend: Backend,
    private readonly options: SessionOptions = {},
  ) {
    this.#ent = options.ent ?? 'placeholder';
  }

  /**
   * The whole reply to one line (its newline taken off), each line of it ended by a newline: one string, or pieces of
   * it for a transfer or a command. `isWhole` is false for the beginning of a line that was too long to be read.
   */
  answer(line: string, isWhole = true): string | Iterable<string> {
    try {
      if (!isWhole) throw new ProtocolError('BAD_REQUEST', `a line too long: "${line.slice(0, 100)}..."`);
      const state = this.backend.state?.();
      const known = state && this.#known.find(line, state);
      if (known !== undefined) {
        this.counts.questions += 1;
        return known;
      }
      const request = parseRequest(line, this.#abi);
      switch (request.tag) {
        case 'Q':
          return this.#lookup(request, this.#abi!, state && line);
        case 'HELO':
          return this.#greet(request);
        case 'AXFR':
          return this.#transfer(request, this.#abi!, line);
        case 'CMD':
          return this.#command(request, line);
        case 'PING':
          return END;
      }
    } catch (error) {
      return this.#fail(line, error);
    }
  }

  #greet({ abiVersion }: Hello): string {
    this.#abi = abiOf(abiVersion);
    this.#known.clear();
    if (this.#abi !== undefined) return formatBanner(this.options.banner ?? 'pdns-pipe');
    throw new ProtocolError(
      'BAD_REQUEST',
      `ABI version ${abiVersion} is not spoken here; set pipe-abi-version to one of ${abiVersions.join(', ')}`,
    );
  }

  /** `line` is what the answer is to be kept for, if it is. */
  #lookup(question: Question, abi: Abi, line: string | undefined): string {
    this.counts.questions += 1;
    let text = '';
    let sent = 0;
    let refusal: unknown;
    if (question.qclass === 'IN') {
      for (const data of this.backend.lookup(question)) {
        try {
          checkOwner(data, question);
          checkSoaAnswer(data, question, sent);
          text += formatData(data, abi, this.#ent);
          sent += 1;
        } catch (error) {
          refusal ??= error;
          text += this.#leaveOut(error);
        }
      }
    }
    // A name that has records, none of which can be sent, is not a name that has none.
    if (sent === 0 && refusal !== undefined) throw refusal;
    text += END;
    if (line !== undefined && refusal === undefined) this.#known.add(line, text);
    return text;
  }

  #transfer(request: Transfer, abi: Abi, line: string): Iterable<string> {
    this.counts.transfers += 1;
    return this.#inPieces(this.#transferLines(request, abi), line);
  }

  *#transferLines(request: Transfer, abi: Abi): Generator<string> {
    for (const data of this.backend.transfer(request))
      if (data.qtype !== 'ENT') yield this.#format(data, abi);
  }

  #command({ text }: Command, line: string): Iterable<string> {
    this.counts.commands += 1;
    return this.#inPieces(this.#commandLines(text), line);
  }

  *#commandLines(text: string): Generator<string> {
    const lines = this.backend.command?.(text) ?? [`unknown command: ${text}`];
    for (const line of lines) yield formatCommandOutput(line);
  }

  *#inPieces(lines: Iterable<string>, request: string): Generator<string> {
    let text = '';
    try {
      for (const line of lines) {
        text += line;
        if (text.length < PIECE_BYTES) continue;
        yield text;
        text = '';
      }
      text += END;
    } catch (error) {
      text += this.#fail(request, error);
    }
    yield text;
  }

  #format(data: Data, abi: Abi): string {
    try {
      return formatData(data, abi, this.#ent);
    } catch (error) {
      return this.#leaveOut(error);
    }
  }

  #leaveOut(error: unknown): string {
    this.counts.leftOut += 1;
    return formatLog(messageOf(error));
  }

  #fail(line: string, error: unknown): string {
    this.counts.failures += 1;
    const reason = messageOf(error);
    if (this.#abi === undefined || line.startsWith('HELO')) {
      this.options.onRefusal?.(reason);
      return formatBareFailure(line);
    }
    return formatFailure(line, reason);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
