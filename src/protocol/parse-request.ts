/** What does a line from PowerDNS say? */

import type { Abi } from './abi.js';
import { ProtocolError } from './protocol-error.js';
import type { Hello, Question, Request, Transfer } from './request.js';

/**
 * Reads one line, its newline taken off. `abi` is what the handshake agreed on; before it only HELO can be read.
 *
 * Throws ProtocolError BAD_REQUEST with a message that names the field at fault.
 * Source: pipe backend docs, "PowerDNS Pipe Backend protocol"; pipebackend.cc, lookup(), list(), directBackendCmd().
 */
export function parseRequest(line: string, abi: Abi | undefined): Request {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  const fields = text.split('\t');
  if (fields[0] === 'HELO') return parseHello(fields);
  if (abi === undefined)
    throw new ProtocolError('BAD_REQUEST', `expected HELO first, got ${quote(text)}${hint(text)}`);
  switch (fields[0]) {
    case 'Q':
      return parseQuestion(fields, abi);
    case 'AXFR':
      return parseTransfer(fields, abi);
    case 'CMD':
      if (!abi.hasCommands) throw new ProtocolError('BAD_REQUEST', `CMD is not part of ABI ${abi.version}`);
      return { tag: 'CMD', text: text.slice('CMD\t'.length) };
    case 'PING':
      return { tag: 'PING' };
    default:
      throw new ProtocolError('BAD_REQUEST', `unknown request ${quote(text)}`);
  }
}

/**
 * Whether a line is, or tries to be, a SOA question for any zone: the one kind of request that PowerDNS reads on
 * after a FAIL (pipebackend.cc, get(); UeberBackend::getAuth() drains until END). Works on lines that don't parse.
 */
export function asksForAnySoa(line: string): boolean {
  const [tag, , , qtype, zoneId] = line.split('\t', 5);
  return tag === 'Q' && qtype?.toUpperCase() === 'SOA' && (zoneId === undefined || zoneId === '-1');
}

function parseHello(fields: readonly string[]): Hello {
  const version = fields[1];
  if (fields.length !== 2 || version === undefined || !/^\d{1,9}$/.test(version))
    throw new ProtocolError('BAD_REQUEST', `HELO needs one number, got ${quote(fields.join('\t'))}`);
  return { tag: 'HELO', abiVersion: Number(version) };
}

function parseQuestion(fields: readonly string[], abi: Abi): Question {
  expectFields(fields, abi.questionFields, abi);
  const [, qname, qclass, qtype, zoneId, remoteIp, localIp, ednsSubnet] = fields as string[] & { 5: string };
  if (!qname) throw new ProtocolError('BAD_REQUEST', 'Q without a name');
  if (!qtype) throw new ProtocolError('BAD_REQUEST', `Q for ${quote(qname)} without a type`);
  const question: { -readonly [K in keyof Question]: Question[K] } = {
    tag: 'Q',
    qname,
    qclass: qclass!,
    qtype: qtype.toUpperCase(),
    zoneId: parseZoneId(zoneId!),
    remoteIp: withoutZone(remoteIp),
  };
  if (localIp !== undefined) question.localIp = withoutZone(localIp);
  if (ednsSubnet !== undefined) question.ednsSubnet = ednsSubnet;
  return question;
}

function parseTransfer(fields: readonly string[], abi: Abi): Transfer {
  expectFields(fields, abi.transferFields, abi);
  const zoneId = parseZoneId(fields[1]!);
  return fields[2] === undefined ? { tag: 'AXFR', zoneId } : { tag: 'AXFR', zoneId, zoneName: fields[2] };
}

function expectFields(fields: readonly string[], expected: number, abi: Abi): void {
  if (fields.length !== expected)
    throw new ProtocolError(
      'BAD_REQUEST',
      `${fields[0]} has ${expected} fields at ABI ${abi.version}, got ${fields.length}: ${quote(fields.join('\t'))}`,
    );
}

/** Zone ids are int32; -1 stands for "any zone". */
function parseZoneId(text: string): number {
  const zoneId = Number(text);
  if (text === '' || !Number.isInteger(zoneId) || zoneId < -1 || zoneId > 0x7fffffff)
    throw new ProtocolError('BAD_REQUEST', `${quote(text)} is not a zone id (-1 to 2147483647)`);
  return zoneId;
}

/** `fe80::1%eth1` without the interface it came in by. */
function withoutZone(address: string): string {
  const percent = address.indexOf('%');
  return percent < 0 ? address : address.slice(0, percent);
}

/** What PowerDNS's remote backend sends first looks like JSON. */
function hint(text: string): string {
  return text.startsWith('{') ? '; this is the protocol of the remote backend: set launch=pipe' : '';
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}
