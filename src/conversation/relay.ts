/** How does a backend answer PowerDNS, whatever happens to it? Asked again within the deadline, or else failed. */

import type { Abi } from '../protocol/abi.js';
import { abiOf, abiVersions } from '../protocol/abi.js';
import { formatBareFailure, formatFailure } from '../protocol/format-failure.js';
import {
  END,
  type EntForm,
  FAIL,
  formatBanner,
  formatCommandOutput,
  formatData,
  formatLog,
} from '../protocol/format-reply.js';
import { formatRequest } from '../protocol/format-request.js';
import { asksForAnySoa, parseRequest } from '../protocol/parse-request.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { Data } from '../protocol/reply.js';
import type { Command, Hello, Question, Transfer } from '../protocol/request.js';
import { type BackendLink, LinkError } from './backend-link.js';
import type { BackendLinks } from './backend-links.js';
import { HeldAnswer } from './held-answer.js';
import { KnownAnswers } from './known-answers.js';
import type { ReplyText, Responder } from './responder.js';
import { streamAnswer, type Translation } from './streamed-answer.js';

export interface RelayOptions {
  /** The links to the backend, for a PowerDNS of this version. Whoever made them closes them. */
  readonly linksFor: (abi: Abi) => BackendLinks;
  /** Time for an answer, however often it is asked for. */
  readonly deadlineMs: number;
  readonly banner: string;
  readonly ent: EntForm;
  /** An answer is given again to the same question for so long, without asking the backend; 0: never. */
  readonly maxStalenessMs: number;
  /** Told of a greeting or line that was refused before there was a version to answer in. */
  readonly onRefusal: (reason: string) => void;
}

/** What a relay has done so far. */
export interface RelayCounts {
  questions: number;
  transfers: number;
  commands: number;
  /** Questions that were asked another time, since the backend had gone, was late or out of step. */
  askedAgain: number;
  /** Requests that were answered with FAIL, or with an error for a command. */
  failures: number;
}

/** After so many answers to one request that can't be trusted the next one would not be better. */
const MAX_BROKEN = 2;

/** Stands between one PowerDNS and the backend: greets both, and translates between their versions. */
export class Relay implements Responder {
  readonly counts: RelayCounts = { questions: 0, transfers: 0, commands: 0, askedAgain: 0, failures: 0 };
  #abi: Abi | undefined;
  #links: BackendLinks | undefined;
  /** By id, from SOA answers: before ABI 4 PowerDNS does not name the zone of a transfer. */
  readonly #zoneNames = new Map<number, string>();
  /** PowerDNS asks the same more than once for one DNS query. */
  readonly #known = new KnownAnswers();
  /** Stands for the backend's state, which is taken to stay the same for `maxStalenessMs`. */
  #state = {};
  #stateSince = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: RelayOptions) {}

  answer(line: string, isWhole: boolean): ReplyText {
    const known = this.#known.find(line, this.#currentState());
    if (known !== undefined) {
      this.counts.questions += 1;
      return known;
    }
    try {
      if (!isWhole) throw new ProtocolError('BAD_REQUEST', `a line too long: "${line.slice(0, 100)}..."`);
      const request = parseRequest(line, this.#abi);
      switch (request.tag) {
        case 'Q':
          return this.#ask(request, line);
        case 'HELO':
          return this.#greet(request);
        case 'AXFR':
          return this.#transfer(request, line);
        case 'CMD':
          return this.#command(request, line);
        case 'PING':
          return END;
      }
    } catch (error) {
      const { message } = error as Error;
      if (this.#abi !== undefined && !line.startsWith('HELO')) return this.#fail(line, error);
      this.counts.failures += 1;
      this.options.onRefusal(message);
      return formatBareFailure(line);
    }
  }

  #currentState(): object {
    const now = performance.now();
    if (now - this.#stateSince >= this.options.maxStalenessMs) {
      this.#state = {};
      this.#stateSince = now;
    }
    return this.#state;
  }

  #greet({ abiVersion }: Hello): string {
    this.#known.clear();
    this.#abi = abiOf(abiVersion);
    this.#links = this.#abi && this.options.linksFor(this.#abi);
    if (this.#abi !== undefined) return formatBanner(this.options.banner);
    throw new ProtocolError(
      'BAD_REQUEST',
      `ABI version ${abiVersion} is not spoken here; set pipe-abi-version to one of ${abiVersions.join(', ')}`,
    );
  }

  #fail(line: string, error: unknown): string {
    this.counts.failures += 1;
    return formatFailure(line, messageOf(error));
  }

  async #ask(question: Question, line: string): Promise<string> {
    this.counts.questions += 1;
    const end = asksForAnySoa(line) ? 'FAIL, then END' : 'END or FAIL';
    const state = this.#state;
    try {
      return await this.#withLink(async (link, timeoutMs) => {
        const answer = new HeldAnswer(question, line, this.#abi!, this.options.ent);
        const outcome = await link.ask({
          request: formatRequest(question, link.abi),
          end,
          timeoutMs,
          onReply: (reply) => answer.add(reply),
          onText: (text, error) => answer.addUnreadable(text, error!),
        });
        if (answer.soaZoneId !== undefined) this.#zoneNames.set(answer.soaZoneId, question.qname);
        const text = answer.end(outcome);
        if (outcome === 'FAIL') this.counts.failures += 1;
        else if (state === this.#state) this.#known.add(line, text);
        return text;
      });
    } catch (error) {
      return this.#fail(line, error);
    }
  }

  /** Calls `ask` with a link, and again with another one as long as that is of use and there is time. */
  async #withLink<T>(ask: (link: BackendLink, timeoutMs: number) => Promise<T>): Promise<T> {
    const links = this.#links!;
    const until = performance.now() + this.options.deadlineMs;
    for (let tries = 1, broken = 0; ; tries++) {
      const taken = links.take(until - performance.now());
      const link = taken instanceof Promise ? await taken : taken;
      const leftMs = until - performance.now();
      if (leftMs <= 0) {
        links.give(link, false); // It has not been asked.
        throw new LinkError('SILENT', 'there was no time left to ask it');
      }
      try {
        const result = await ask(link, tries === 1 ? leftMs / 2 : leftMs);
        links.give(link, true);
        return result;
      } catch (error) {
        links.give(link, false);
        if (!(error instanceof LinkError)) throw error;
        if (error.code === 'OUT_OF_STEP') broken += 1;
        if (broken === MAX_BROKEN || performance.now() >= until) throw error;
        this.counts.askedAgain += 1;
      }
    }
  }

  async *#transfer(request: Transfer, line: string): AsyncGenerator<string> {
    this.counts.transfers += 1;
    const { abi } = this.#links!;
    const { zoneName = this.#zoneNames.get(request.zoneId) } = request;
    if (zoneName === undefined && abi.transferFields > 2) {
      const reason = `the name of zone ${request.zoneId} is not known: PowerDNS has not asked for its SOA`;
      yield this.#fail(line, reason);
      return;
    }
    const rows: Translation = {
      ofReply: (reply) => {
        if (reply.tag === 'LOG') return formatLog(reply.text);
        return reply.qtype === 'ENT' ? '' : formatRow(reply, this.#abi!, this.options.ent);
      },
      ofText: (text, error) => {
        if (!text.startsWith('DATA\t')) throw new LinkError('OUT_OF_STEP', error!.message);
        return formatLog(error!.message);
      },
    };
    const named = zoneName === undefined ? request : { ...request, zoneName };
    yield* this.#stream(line, formatRequest(named, abi), 'END or FAIL', rows);
  }

  async *#command(request: Command, line: string): AsyncGenerator<string> {
    this.counts.commands += 1;
    const { abi } = this.#links!;
    if (!abi.hasCommands) {
      yield this.#fail(line, `the backend speaks ABI ${abi.version}, which has no commands`);
      return;
    }
    const lines: Translation = { ofReply: () => '', ofText: formatCommandOutput };
    yield* this.#stream(line, formatRequest(request, abi), 'END', lines);
  }

  /** Asks a second time only if nothing has come of the first. */
  async *#stream(
    line: string,
    request: string,
    end: 'END' | 'END or FAIL',
    translation: Translation,
  ): AsyncGenerator<string> {
    const timeoutMs = this.options.deadlineMs;
    for (let isLastTry = end === 'END'; ; isLastTry = true) {
      let isBegun = false;
      try {
        const link = await this.#links!.take(timeoutMs);
        const answer = streamAnswer(link, { request, end, timeoutMs }, translation);
        try {
          let next = await answer.next();
          for (; !next.done; next = await answer.next()) {
            isBegun = true;
            yield next.value;
          }
          yield next.value === 'END' ? END : FAIL;
          return;
        } finally {
          await answer.return('FAIL');
          this.#links!.give(link, isBegun);
        }
      } catch (error) {
        if (!isBegun && !isLastTry && error instanceof LinkError) continue;
        yield this.#fail(line, error);
        return;
      }
    }
  }
}

/** A row of a transfer; one that PowerDNS could not read is left out, and named in its log. */
function formatRow(row: Data, abi: Abi, ent: EntForm): string {
  try {
    return formatData(row, abi, ent);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return formatLog(error.message);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof LinkError) return `the backend can't be asked: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
