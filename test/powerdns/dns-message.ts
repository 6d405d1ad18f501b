/** What does a DNS message say? Questions to bytes, replies to text that two servers can be compared by. */

import { typeName, typeNumber } from './rr-types.js';
import { decodeName, encodeName } from './wire-name.js';

/** A question of class IN. */
export interface DnsQuestion {
  /** Presentation format, with or without a final dot. */
  readonly qname: string;
  readonly qtype: string;
}

/** A reply; the records of each section as sorted text, since PowerDNS shuffles them. */
export interface DnsReply {
  readonly rcode: string;
  readonly aa: boolean;
  readonly tc: boolean;
  readonly answer: readonly string[];
  readonly authority: readonly string[];
  readonly additional: readonly string[];
}

/** The bytes of a question. `udpSize`: what we can take in one datagram, said in an OPT record (RFC 6891). */
export function encodeQuestion(id: number, question: DnsQuestion, udpSize?: number): Buffer {
  const name = encodeName(question.qname);
  if (!name) throw new Error(`name too long: ${question.qname}`);
  const header = Buffer.from([id >> 8, id & 255, 0, 0, 0, 1, 0, 0, 0, 0, 0, udpSize ? 1 : 0]);
  const type = typeNumber(question.qtype);
  const opt = udpSize ? [0, 0, 41, udpSize >> 8, udpSize & 255, 0, 0, 0, 0, 0, 0] : [];
  return Buffer.concat([header, name, Buffer.from([type >> 8, type & 255, 0, 1, ...opt])]);
}

/** The reply in a message; `sorted` false keeps the records as they came. */
export function decodeReply(message: Buffer, sorted = true): DnsReply {
  const flags = message.readUInt16BE(2);
  let at = 12;
  for (let left = message.readUInt16BE(4); left > 0; left--) at = decodeName(message, at).end + 4;
  const section = (count: number): string[] => {
    const records: string[] = [];
    for (; count > 0; count--) {
      const record = decodeRecord(message, at);
      if (record.type !== 'TYPE41') records.push(record.text);
      at = record.end;
    }
    return sorted ? records.sort() : records;
  };
  const rcode = flags & 15;
  return {
    rcode: rcodes[rcode] ?? `RCODE${rcode}`,
    aa: (flags & 0x0400) !== 0,
    tc: (flags & 0x0200) !== 0,
    answer: section(message.readUInt16BE(6)),
    authority: section(message.readUInt16BE(8)),
    additional: section(message.readUInt16BE(10)),
  };
}

/** One record at `at`, as `owner ttl type rdata`: names in rdata without compression, the rest in hex. */
function decodeRecord(message: Buffer, at: number): { type: string; text: string; end: number } {
  const owner = decodeName(message, at);
  const type = typeName(message.readUInt16BE(owner.end));
  const ttl = message.readUInt32BE(owner.end + 4);
  const start = owner.end + 10;
  const end = start + message.readUInt16BE(owner.end + 8);
  const [before, names] = namesInRdata[type] ?? [0, 0];
  const fields = before > 0 ? [message.toString('hex', start, start + before)] : [];
  let next = start + before;
  for (let left = names; left > 0; left--) {
    const field = decodeName(message, next);
    fields.push(field.name);
    next = field.end;
  }
  if (next < end) fields.push(message.toString('hex', next, end));
  return { type, text: `${owner.name} ${ttl} ${type} ${fields.join(' ')}`.trimEnd(), end };
}

/** Where names may be compressed: bytes before the first, how many (RFC 3597, section 4). */
const namesInRdata: Readonly<Record<string, readonly [number, number]>> = {
  NS: [0, 1],
  CNAME: [0, 1],
  SOA: [0, 2],
  PTR: [0, 1],
  MX: [2, 1],
  RP: [0, 2],
  AFSDB: [2, 1],
  SRV: [6, 1],
  KX: [2, 1],
  DNAME: [0, 1],
};

const rcodes = ['NOERROR', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED', 'YXDOMAIN'];
