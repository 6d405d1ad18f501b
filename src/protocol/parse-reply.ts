/** What does a line from a backend say, as PowerDNS reads it? */

import { DnsError } from '../dns/dns-error.js';
import { parseName } from '../dns/names.js';
import { portableType, typeOfNumber } from '../dns/record-type.js';
import type { Abi } from './abi.js';
import { PLACEHOLDER_CONTENT, PLACEHOLDER_TYPE } from './format-reply.js';
import { ProtocolError } from './protocol-error.js';
import type { Data, Reply } from './reply.js';

const end: Reply = { tag: 'END' };
const fail: Reply = { tag: 'FAIL' };

/** What PowerDNS makes of lines it can't read: tried on 4.7.3. */
const DROPS = 'PowerDNS would say SERVFAIL and drop the backend';
const SHIFTS = 'PowerDNS would take what follows for the answer to its next question';
const FAILS = 'PowerDNS would say SERVFAIL for every type of this name';
const PASSES_ON = 'PowerDNS would pass it on to the client';

/**
 * Reads one line, its newline taken off: blanks at its end don't count, nor do empty fields, nor what follows a number
 * in its field. At ABI 1 and 2 data is authoritative and for everyone. The placeholder of an empty non-terminal is
 * read as `ENT`, so that it can be shown in another form, and by ABI 1 to a PowerDNS that must be told auth 0.
 *
 * Throws ProtocolError BAD_REPLY for a line that PowerDNS could not read, with a message that names the field at fault
 * and what PowerDNS would do. Source: pipebackend.cc, get(); stringtok() in misc.hh; checked_stoi_into().
 */
export function parseReply(line: string, abi: Abi): Reply {
  if (line === 'END') return end;
  const fields = splitFields(line);
  switch (fields[0]) {
    case 'DATA':
      return parseData(fields, abi, line);
    case 'END':
      return end;
    case 'FAIL':
      return fail;
    case 'LOG':
      if (fields.length === 1) throw badReply('LOG needs a text', SHIFTS, line);
      return { tag: 'LOG', text: fields.slice(1).join(' ') };
    default:
      throw badReply('expected DATA, LOG, END or FAIL', DROPS, line);
  }
}

function splitFields(line: string): string[] {
  const fields = trimEnd(line).split('\t');
  return fields.includes('') ? fields.filter((field) => field !== '') : fields;
}

function parseData(fields: readonly string[], abi: Abi, line: string): Data {
  const first = abi.hasScopeAndAuth ? 3 : 1;
  const needed = first + (fields[first + 2]?.toUpperCase() === 'ENT' ? 5 : 6);
  if (fields.length < needed) {
    const what = `DATA needs ${needed} fields at ABI ${abi.version} and has ${fields.length}`;
    throw badReply(what, DROPS, line);
  }
  const qtype = parseQtype(fields[first + 2]!, line);
  const ttl = parseNumber(fields[first + 3]!, 0, 0xffffffff, 'TTL', line);
  const content = parseContent(qtype, fields, first + 5, line);
  const isPlaceholder = qtype === PLACEHOLDER_TYPE && ttl === 0 && content === PLACEHOLDER_CONTENT;
  return {
    tag: 'DATA',
    qname: parseOwner(fields[first]!, line),
    qtype: isPlaceholder ? 'ENT' : qtype,
    ttl,
    zoneId: parseNumber(fields[first + 4]!, -0x80000000, 0x7fffffff, 'zone id', line),
    content: isPlaceholder ? '' : content,
    scopeMask: abi.hasScopeAndAuth ? parseScope(fields[1]!, line) : 0,
    auth: !abi.hasScopeAndAuth || fields[2] === '1',
  };
}

/** In the normal form of names, which is how PowerDNS writes its questions. */
function parseOwner(text: string, line: string): string {
  try {
    return parseName(text);
  } catch (cause) {
    if (!(cause instanceof DnsError)) throw cause;
    throw badReply('the owner is no name of labels of 1 to 63 bytes, 255 in all', SHIFTS, line, cause);
  }
}

/** Any case is read, and a number as `TYPE16` or `#16`; whether it knows a word is left to PowerDNS. */
function parseQtype(text: string, line: string): string {
  const type = text.toUpperCase();
  if (type.startsWith('TYPE') || type.startsWith('#')) {
    const number = Number.parseInt(type.slice(type.startsWith('#') ? 1 : 4), 10);
    if (number > 0 && number <= 0xffff) return portableType(typeOfNumber(number));
  } else if (/^[A-Z][A-Z0-9-]*$/.test(type)) return type;
  throw badReply(`the type ${quote(text)} is neither a word nor TYPE1 to TYPE65535`, FAILS, line);
}

function parseScope(text: string, line: string): number {
  const bits = parseNumber(text, -0x80000000, 0x7fffffff, 'scopebits', line);
  if (bits >= 0 && bits <= 128) return bits;
  throw badReply(`scopebits ${quote(text)} is not 0 to 128`, PASSES_ON, line);
}

function parseNumber(text: string, min: number, max: number, what: string, line: string): number {
  const value = Number.parseInt(text, 10);
  if (value >= min && value <= max) return value;
  throw badReply(`${what} ${quote(text)} is not ${min} to ${max}`, SHIFTS, line);
}

function parseContent(qtype: string, fields: readonly string[], first: number, line: string): string {
  if (qtype === 'ENT') return '';
  if (qtype === 'MX' || qtype === 'SRV') return parsePrioritized(qtype, fields, first, line);
  return trimStart(fields.length === first + 1 ? fields[first]! : fields.slice(first).join(' '));
}

/** The priority of MX and SRV is a field of its own, and the next field the rest: PowerDNS reads no more than two. */
function parsePrioritized(
  qtype: 'MX' | 'SRV',
  fields: readonly string[],
  first: number,
  line: string,
): string {
  const form = qtype === 'MX' ? 'priority TAB target' : 'priority TAB weight port target';
  const what = `the content of ${qtype} is not "${form}"`;
  if (fields.length < first + 2) throw badReply(what, DROPS, line);
  const rest = trimStart(trimEnd(fields[first + 1]!));
  if (qtype === 'SRV' && !/ +\S+ +\S/.test(rest)) throw badReply(what, FAILS, line);
  return `${trimStart(trimEnd(fields[first]!))} ${rest}`;
}

/** Without ASCII's white space: String's trimEnd would take the second byte of a UTF-8 `à`. */
function trimEnd(text: string): string {
  let length = text.length;
  while (length > 0 && isSpace(text.charCodeAt(length - 1))) length -= 1;
  return length === text.length ? text : text.slice(0, length);
}

function trimStart(text: string): string {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1;
  return start === 0 ? text : text.slice(start);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function badReply(what: string, effect: string, line: string, cause?: Error): ProtocolError {
  const message = `${what}; the backend said ${quote(line)}, and ${effect}`;
  return new ProtocolError('BAD_REPLY', message, cause && { cause });
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}
