/** What does a DNS message say (RFC 1035, section 4)? */

import { contentOfRdata } from './content.js';
import { DnsError } from './dns-error.js';
import { unescapeText } from './escapes.js';
import { nameOfLabels, parseName } from './names.js';
import { RdataReader } from './rdata-reader.js';
import { typeNumber, typeOfNumber } from './record-type.js';
import { readLabels } from './wire-labels.js';

export interface Message {
  readonly id: number;
  readonly isReply: boolean;
  readonly isTruncated: boolean;
  /** 0 is no error. */
  readonly rcode: number;
  readonly question: { readonly name: string; readonly type: string } | undefined;
  /** Of the answer section. Throws BAD_MESSAGE where one ends early. */
  readonly answers: Iterable<WireRecord>;
}

/** A record whose content has not been looked at. */
export interface WireRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** In normal form. Throws BAD_CONTENT. */
  content(): string;
}

const HEADER_BYTES = 12;
const MAX_TTL = 0x7fffffff;
const CLASS_IN = 1;

/** Where names may be compressed: types of RFC 1035, and those of RFC 3597, section 4, that a receiver should read so. */
const COMPRESSED: ReadonlySet<string> = new Set(
  'NS CNAME SOA MB MG MR PTR MINFO MX RP AFSDB NAPTR SRV'.split(' '),
);
/** The other ones of these: MD, MF, RT, SIG, PX, NXT. PowerDNS and we take their contents for bytes. */
const COMPRESSED_BYTES: ReadonlySet<string> = new Set([
  'TYPE3',
  'TYPE4',
  'TYPE21',
  'SIG',
  'TYPE26',
  'TYPE30',
]);

/** The bytes of a question of class IN. */
export function encodeQuestion(id: number, name: string, type: string): Buffer {
  const header = [id >> 8, id & 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const labels = parseName(name) === '.' ? [] : parseName(name).match(/(?:\\\d{3}|\\.|[^.\\])+/g)!;
  const bytes = labels.map((label) => Buffer.from(unescapeText(label, 'BAD_NAME'), 'latin1'));
  const number = typeNumber(type);
  return Buffer.concat([
    Buffer.from(header),
    ...bytes.flatMap((label) => [Buffer.of(label.length), label]),
    Buffer.of(0, number >> 8, number & 0xff, 0, CLASS_IN),
  ]);
}

/** What a message says. Throws BAD_MESSAGE if it is none. */
export function decodeMessage(bytes: Buffer): Message {
  if (bytes.length < HEADER_BYTES) throw badMessage(`of ${bytes.length} bytes is too short`);
  const flags = bytes.readUInt16BE(2);
  let at = HEADER_BYTES;
  let question: Message['question'];
  for (let left = bytes.readUInt16BE(4); left > 0; left--) {
    const { name, end } = decodeName(bytes, at);
    if (end + 4 > bytes.length) throw badMessage('ends within its question');
    question = { name, type: typeOfNumber(bytes.readUInt16BE(end)) };
    at = end + 4;
  }
  return {
    id: bytes.readUInt16BE(0),
    isReply: (flags & 0x8000) !== 0,
    isTruncated: (flags & 0x0200) !== 0,
    rcode: flags & 0xf,
    question,
    answers: decodeRecords(bytes, at, bytes.readUInt16BE(6)),
  };
}

function* decodeRecords(bytes: Buffer, start: number, count: number): Generator<WireRecord> {
  let at = start;
  for (let left = count; left > 0; left--) {
    const { name, end: head } = decodeName(bytes, at);
    const rdata = head + 10;
    if (rdata > bytes.length) throw badMessage(`ends within ${name}`);
    const end = rdata + bytes.readUInt16BE(head + 8);
    if (end > bytes.length) throw badMessage(`ends within the content of ${name}`);
    const type = typeOfNumber(bytes.readUInt16BE(head));
    const recordClass = bytes.readUInt16BE(head + 2);
    if (recordClass !== CLASS_IN) throw badMessage(`has ${name} ${type} of class ${recordClass}, not IN`);
    const ttl = bytes.readUInt32BE(head + 4);
    yield {
      name,
      type,
      // RFC 2181, section 8.
      ttl: ttl > MAX_TTL ? 0 : ttl,
      content: () => decodeContent(type, bytes, rdata, end),
    };
    at = end;
  }
}

function decodeContent(type: string, bytes: Buffer, at: number, end: number): string {
  if (COMPRESSED_BYTES.has(type)) {
    const message = `${type} is obsolete, and its content can't be read from a message: take it from the zone file`;
    throw new DnsError('BAD_CONTENT', message);
  }
  return contentOfRdata(type, new RdataReader(bytes, at, end, COMPRESSED.has(type)));
}

function decodeName(bytes: Buffer, at: number): { name: string; end: number } {
  try {
    const { labels, end } = readLabels(bytes, at, true);
    return { name: nameOfLabels(labels), end };
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    throw badMessage(`has a name that can't be read: ${error.message}`);
  }
}

function badMessage(reason: string): DnsError {
  return new DnsError('BAD_MESSAGE', `a DNS message ${reason}`);
}
