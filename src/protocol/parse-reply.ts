/** What does a line from a backend say, as PowerDNS reads it? */

import type { Abi } from './abi.js';
import { ProtocolError } from './protocol-error.js';
import type { Data, Reply } from './reply.js';

const end: Reply = { tag: 'END' };
const fail: Reply = { tag: 'FAIL' };

/**
 * Reads one line, its newline taken off: blanks at its end don't count, nor do empty fields. At ABI 1 and 2 data is
 * authoritative and for everyone.
 *
 * Throws ProtocolError BAD_REPLY for a line that PowerDNS could not read, with a message that names the field at fault.
 * Source: pipebackend.cc, get(); stringtok() in misc.hh.
 */
export function parseReply(line: string, abi: Abi): Reply {
  const text = trimRight(line);
  if (text === 'END') return end;
  const fields = text.split('\t').filter((field) => field !== '');
  switch (fields[0]) {
    case 'DATA':
      return parseData(fields, abi, line);
    case 'LOG':
      if (fields.length < 2) throw badReply('LOG needs a text', line);
      return { tag: 'LOG', text: fields.slice(1).join(' ') };
    case 'FAIL':
      return fail;
    default:
      throw badReply('expected DATA, LOG, END or FAIL', line);
  }
}

/** Only ASCII's white space goes: `trimEnd` would take the second byte of a UTF-8 `à`. */
function trimRight(line: string): string {
  let length = line.length;
  while (length > 0 && isSpace(line.charCodeAt(length - 1))) length -= 1;
  return length === line.length ? line : line.slice(0, length);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function parseData(fields: string[], abi: Abi, line: string): Data {
  const first = abi.hasScopeAndAuth ? 3 : 1;
  const [qname, , type, ttl, zoneId] = fields.slice(first, first + 5);
  if (zoneId === undefined) throw badReply(`DATA has ${first + 6} fields at ABI ${abi.version}`, line);
  const qtype = parseQtype(type!);
  return {
    tag: 'DATA',
    qname: parseOwner(qname!, line),
    qtype,
    ttl: parseNumber(ttl!, 0, 0xffffffff, 'TTL', line),
    zoneId: parseNumber(zoneId, -1, 0x7fffffff, 'zone id', line),
    content: parseContent(qtype, fields.slice(first + 5), line),
    scopeMask: abi.hasScopeAndAuth ? parseNumber(fields[1]!, 0, 128, 'scopebits', line) : 0,
    auth: !abi.hasScopeAndAuth || fields[2] === '1',
  };
}

function parseOwner(qname: string, line: string): string {
  if (qname === '.') return qname;
  const name = qname.endsWith('.') && !/\\(?:\\\\)*\.$/.test(qname) ? qname.slice(0, -1) : qname;
  if (name === '') throw badReply('an empty owner name', line);
  return name;
}

/** Any case is read, and `#16` as well as `TYPE16`. */
function parseQtype(type: string): string {
  return type.startsWith('#') ? `TYPE${type.slice(1)}` : type.toUpperCase();
}

function parseNumber(text: string, min: number, max: number, what: string, line: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < min || value > max)
    throw badReply(`${what} "${text}" is not ${min} to ${max}`, line);
  return value;
}

/** The priority of MX and SRV is a field of its own, and the next field the rest: more fields are not read. */
function parseContent(qtype: string, fields: readonly string[], line: string): string {
  if (qtype === 'ENT') return '';
  if (fields.length === 0) throw badReply('no content', line);
  if (qtype !== 'MX' && qtype !== 'SRV') return fields.join(' ');
  if (fields.length < 2) throw badReply(`${qtype} needs "priority TAB rest"`, line);
  return `${fields[0]} ${fields[1]}`;
}

function badReply(what: string, line: string): ProtocolError {
  const shown = line.length > 100 ? `${line.slice(0, 100)}...` : line;
  return new ProtocolError('BAD_REPLY', `${what}; the backend said ${JSON.stringify(shown)}`);
}
