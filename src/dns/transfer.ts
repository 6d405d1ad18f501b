/** Which records does a zone transfer bring (AXFR, RFC 5936)? */

import { DnsError } from './dns-error.js';
import { decodeMessage, encodeQuestion, type Message, type WireRecord } from './message.js';
import { foldName } from './names.js';

/** One transfer of one zone, message by message. */
export class Transfer {
  #soa: { readonly name: string; readonly content: string } | undefined;
  #isComplete = false;

  constructor(
    /** In normal form. */
    readonly zoneName: string,
    /** Of the messages: a number of 16 bits. */
    readonly id: number,
  ) {}

  /** What is asked. */
  get question(): Buffer {
    return encodeQuestion(this.id, this.zoneName, 'AXFR');
  }

  /** Whether the SOA has come again, which ends the zone. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The records of the next message, the SOA at the end left out. Throws BAD_MESSAGE, NO_TRANSFER. */
  *records(bytes: Buffer): Generator<WireRecord> {
    const message = decodeMessage(bytes);
    this.#check(message);
    for (const record of message.answers) {
      if (this.#isComplete) throw this.#bad(`goes on after its end, with ${record.name} ${record.type}`);
      const isApex = record.type === 'SOA' && foldName(record.name) === foldName(this.zoneName);
      if (this.#soa === undefined) this.#begin(record, isApex);
      else if (isApex) {
        this.#end(record);
        continue;
      }
      yield record;
    }
  }

  #check({ id, isReply, isTruncated, rcode, question }: Message): void {
    if (id !== this.id || !isReply) throw this.#bad('holds a message that is no reply to the question');
    if (rcode !== 0) throw new DnsError('NO_TRANSFER', `${this.zoneName}: ${refusal(rcode)}`);
    if (isTruncated) throw this.#bad('holds a message that was cut off');
    if (
      question !== undefined &&
      (foldName(question.name) !== foldName(this.zoneName) || question.type !== 'AXFR')
    )
      throw this.#bad(`answers another question, ${question.name} ${question.type}`);
  }

  #begin(record: WireRecord, isApex: boolean): void {
    if (!isApex) throw this.#bad(`begins with ${record.name} ${record.type}, not with the zone's SOA`);
    this.#soa = { name: record.name, content: record.content() };
  }

  #end(record: WireRecord): void {
    const { content } = this.#soa!;
    if (record.content() !== content)
      throw this.#bad(
        `ends with another SOA (${record.content()}) than it began with (${content}): try again`,
      );
    this.#isComplete = true;
  }

  #bad(reason: string): DnsError {
    return new DnsError('BAD_MESSAGE', `the transfer of ${this.zoneName} ${reason}`);
  }
}

/** By response code (RFC 5936, section 2.2.1). */
function refusal(rcode: number): string {
  switch (rcode) {
    case 5:
      return 'the server refused (REFUSED): allow this address there (PowerDNS: allow-axfr-ips, BIND: allow-transfer), or use `dig AXFR` with a TSIG key';
    case 9:
      return 'the server has no such zone, or wants a TSIG key (NOTAUTH): look at the name, or use `dig AXFR` with the key';
    case 2:
      return 'the server failed (SERVFAIL): see its log; perhaps it has no data of the zone';
    default:
      return `the server answered ${RCODES[rcode] ?? `RCODE ${rcode}`}: does it serve transfers of this zone?`;
  }
}

const RCODES: Readonly<Record<number, string>> = { 1: 'FORMERR', 3: 'NXDOMAIN', 4: 'NOTIMP' };
