/** What has been said of an answer so far? Held until it is whole, so that nobody gets half of it. */

import type { Abi } from '../protocol/abi.js';
import { formatBareFailure, formatFailure } from '../protocol/format-failure.js';
import { END, type EntForm, formatData, formatLog } from '../protocol/format-reply.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { Data, LogText } from '../protocol/reply.js';
import type { Question } from '../protocol/request.js';
import { LinkError } from './backend-link.js';
import { checkSoaAnswer, isOwner } from './fit.js';

/** An answer of more bytes than this is failed: PowerDNS makes messages of 64 KiB at most of it. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The answer to one question, in PowerDNS's version of the protocol. */
export class HeldAnswer {
  #text = '';
  #rows = 0;
  #refusal: string | undefined;
  #soaZoneId: number | undefined;

  /** `line` is the question as PowerDNS wrote it. */
  constructor(
    private readonly question: Question,
    private readonly line: string,
    private readonly abi: Abi,
    private readonly ent: EntForm,
  ) {}

  /** The id of the zone whose SOA this is. */
  get soaZoneId(): number | undefined {
    return this.#soaZoneId;
  }

  /** Throws LinkError OUT_OF_STEP if it can't be part of this answer. */
  add(reply: Data | LogText): void {
    if (reply.tag === 'LOG') this.#text += formatLog(reply.text);
    else if (isOwner(reply, this.question)) this.#addRow(reply);
    else
      throw new LinkError(
        'OUT_OF_STEP',
        `it answered with ${reply.qname} where ${this.question.qname} was asked for`,
      );
    if (this.#text.length > MAX_ANSWER_BYTES)
      throw new LinkError('OUT_OF_STEP', `its answer for ${this.question.qname} has more than 16 MiB`);
  }

  /** A line that can't be read: a row is left out, anything else throws LinkError OUT_OF_STEP. */
  addUnreadable(line: string, error: ProtocolError): void {
    if (!line.startsWith('DATA\t')) throw new LinkError('OUT_OF_STEP', error.message);
    this.#leaveOut(error);
  }

  /** The whole reply. A name that has records none of which can be sent is not a name that has none. */
  end(outcome: 'END' | 'FAIL'): string {
    if (outcome === 'FAIL') return this.#text + formatBareFailure(this.line);
    if (this.#rows === 0 && this.#refusal !== undefined)
      return this.#text + formatFailure(this.line, this.#refusal);
    return this.#text + END;
  }

  #addRow(row: Data): void {
    try {
      checkSoaAnswer(row, this.question, this.#rows);
      this.#text += formatData(row, this.abi, this.ent);
      this.#rows += 1;
      if (row.qtype === 'SOA') this.#soaZoneId = row.zoneId;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#leaveOut(error);
    }
  }

  #leaveOut({ message }: ProtocolError): void {
    this.#refusal ??= message;
    this.#text += formatLog(message);
  }
}
