/** Which questions are played, and when is each one answered? */

import { type Abi, abiOf } from '../protocol/abi.js';
import { formatRequest } from '../protocol/format-request.js';
import { BenchError } from './bench-error.js';

/** A request as bytes, ready to be written, with its newline. */
export interface Ask {
  readonly line: Buffer;
  /** A SOA question with id -1: PowerDNS reads on after a FAIL until END (pipebackend.cc, getSOA through get()). */
  readonly endsAtEndOnly: boolean;
}

/** A name that exists, and the id of its zone, or -1. */
export interface KnownName {
  readonly name: string;
  readonly zoneId: number;
}

/** The question that PowerDNS asks for data: every type at a name in a zone it knows. */
export function askForName({ name, zoneId }: KnownName, abiVersion: number): Ask {
  return ask(name, 'ANY', zoneId, abiOf(abiVersion)!);
}

/**
 * One question a line: `Q<TAB>..`, sent as it is, or `NAME [TYPE [ID]]` between blanks or tabs (ANY, -1). Empty
 * lines and those that begin with `#` are skipped. `file` is named in errors (BAD_QUESTION, NO_QUESTIONS).
 */
export function parseQuestions(text: string, abiVersion: number, file: string): Ask[] {
  const abi = abiOf(abiVersion)!;
  const asks: Ask[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    asks.push(parseQuestion(trimmed, abi, `${file}, line ${index + 1}`));
  }
  if (asks.length === 0) throw new BenchError('NO_QUESTIONS', `${file} holds no question`);
  return asks;
}

function parseQuestion(line: string, abi: Abi, place: string): Ask {
  if (line.startsWith('Q\t')) {
    const [, , , qtype, zoneId] = line.split('\t');
    return { line: bytes(`${line}\n`), endsAtEndOnly: qtype === 'SOA' && zoneId === '-1' };
  }
  const [name, qtype = 'ANY', zoneId = '-1', ...rest] = line.split(/\s+/);
  if (rest.length > 0 || !/^(?:-1|\d+)$/.test(zoneId)) {
    throw new BenchError('BAD_QUESTION', `${place}: write "Q<TAB>..." or "NAME [TYPE [ID]]", not "${line}"`);
  }
  return ask(name!, qtype.toUpperCase(), Number(zoneId), abi);
}

function ask(qname: string, qtype: string, zoneId: number, abi: Abi): Ask {
  const question = { tag: 'Q', qname, qclass: 'IN', qtype, zoneId, remoteIp: '127.0.0.1' } as const;
  const endsAtEndOnly = qtype === 'SOA' && zoneId === -1;
  return { line: bytes(formatRequest(question, abi)), endsAtEndOnly };
}

/** Lines are bytes: a file read as latin1 goes out as it came. */
function bytes(line: string): Buffer {
  return Buffer.from(line, 'latin1');
}
