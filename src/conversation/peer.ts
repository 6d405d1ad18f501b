/** What does PowerDNS say, and when has it heard enough? Its side of one conversation. */

import { type Abi, abiOf } from '../protocol/abi.js';
import { formatRequest } from '../protocol/format-request.js';
import type { Question, Request } from '../protocol/request.js';
import type { Wire } from '../wire/wire.js';

/** How an answer ended; CLOSED: the backend went away in the middle. */
export type Outcome = 'END' | 'FAIL' | 'CLOSED';

export interface Answer {
  readonly outcome: Outcome;
  /** The lines before the one that ended it, as they came. */
  readonly lines: readonly string[];
}

/** Hears every line that passes, without its newline: `>` from PowerDNS, `<` from the backend. */
export type Listener = (direction: '>' | '<', line: string) => void;

/** Asks a backend over a wire, one request at a time, as PowerDNS does. */
export class Peer {
  readonly #abi: Abi;

  /** `abiVersion`: 1 to 5. */
  constructor(
    private readonly wire: Wire,
    private readonly abiVersion: number,
    private readonly onLine: Listener = () => {},
  ) {
    const abi = abiOf(abiVersion);
    if (abi === undefined) throw new RangeError(`there is no ABI version ${abiVersion}`);
    this.#abi = abi;
  }

  /** The handshake: the backend's first line, whatever it is; undefined if it closed. */
  async greet(): Promise<string | undefined> {
    this.#send({ tag: 'HELO', abiVersion: this.abiVersion });
    return this.#receive();
  }

  /** Asks, and reads until END or FAIL. PowerDNS reads on after the FAIL of a SOA question for any zone. */
  async ask(request: Exclude<Request, { tag: 'HELO' }>): Promise<Answer> {
    this.#send(request);
    const readsOn = request.tag === 'Q' && request.qtype === 'SOA' && request.zoneId === -1;
    const lines: string[] = [];
    let failed = false;
    for (;;) {
      const line = await this.#receive();
      if (line === undefined) return { outcome: 'CLOSED', lines };
      if (line === 'END') return { outcome: failed ? 'FAIL' : 'END', lines };
      const isFail = line === 'FAIL' || line.startsWith('FAIL\t');
      if (isFail && !readsOn && request.tag !== 'CMD') return { outcome: 'FAIL', lines };
      failed ||= isFail;
      if (!isFail) lines.push(line);
    }
  }

  close(): Promise<void> {
    return this.wire.close();
  }

  #send(request: Request): void {
    const text = formatRequest(request, this.#abi);
    this.onLine('>', text.slice(0, -1));
    this.wire.send(text);
  }

  async #receive(): Promise<string | undefined> {
    const line = await this.wire.receive();
    if (line !== undefined) this.onLine('<', line);
    return line;
  }
}

/** A question with the addresses that PowerDNS gives when it does not know the client. */
export function questionFor(qname: string, qtype: string, more: Partial<Question> = {}): Question {
  return { tag: 'Q', qname, qclass: 'IN', qtype, zoneId: -1, remoteIp: '0.0.0.0', ...more };
}
