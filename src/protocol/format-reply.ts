/** How is a reply written so that PowerDNS reads what was meant? The last thing before the wire. */

import type { Abi } from './abi.js';
import { ProtocolError } from './protocol-error.js';
import type { Data } from './reply.js';

export const END = 'END\n';
export const FAIL = 'FAIL\n';

/**
 * How an empty non-terminal is shown: `placeholder` is a record of a private-use type with auth 0, which PowerDNS
 * up to 5.0 keeps to itself; `native` is the `ENT` of 5.1 and later; `none` leaves it out.
 */
export type EntForm = 'placeholder' | 'native' | 'none';

export const PLACEHOLDER_TYPE = 'TYPE65280';
export const PLACEHOLDER_CONTENT = '\\# 0';

/**
 * One DATA line; the empty string for an empty non-terminal that is to be left out.
 *
 * Throws ProtocolError UNSENDABLE for data that PowerDNS could not read: it stops in the middle of an answer then,
 * and takes the rest for the answer to its next question (pipebackend.cc, get(): stoul, DNSName and parts.size()).
 */
export function formatData(data: Data, abi: Abi, ent: EntForm): string {
  const { qname, ttl, zoneId, scopeMask } = data;
  if (!(ttl >= 0 && ttl <= 0xffffffff && Number.isInteger(ttl))) throw unsendable(data, `TTL ${ttl}`);
  if (!(zoneId >= -1 && zoneId <= 0x7fffffff && Number.isInteger(zoneId)))
    throw unsendable(data, `zone id ${zoneId}`);
  if (!(scopeMask >= 0 && scopeMask <= 128 && Number.isInteger(scopeMask)))
    throw unsendable(data, `scope ${scopeMask}`);
  if (!isSendableName(qname)) throw unsendable(data, 'owner name');
  if (data.qtype === 'ENT') return formatEnt(data, abi, ent);
  if (!/^[A-Z][A-Z0-9-]*$/.test(data.qtype)) throw unsendable(data, 'type');
  const content = formatContent(data);
  return `DATA\t${scopeAndAuth(abi, scopeMask, data.auth)}${qname}\tIN\t${data.qtype}\t${ttl}\t${zoneId}\t${content}\n`;
}

/** One LOG line. PowerDNS cannot read a LOG without text, and a line break would begin another line. */
export function formatLog(text: string): string {
  const line = oneLine(text);
  return `LOG\t${line === '' ? '(no text)' : line}\n`;
}

/** The lines that answer a CMD; one that would end the answer early is set apart by a blank. */
export function formatCommandOutput(text: string): string {
  const line = oneLine(text);
  return /^(END|FAIL)$/i.test(line) ? ` ${line}\n` : `${line}\n`;
}

export function formatBanner(text: string): string {
  return `OK\t${oneLine(text)}\n`;
}

function formatEnt(data: Data, abi: Abi, ent: EntForm): string {
  const { qname, zoneId } = data;
  switch (ent) {
    case 'none':
      return '';
    case 'native':
      return `DATA\t${scopeAndAuth(abi, 0, data.auth)}${qname}\tIN\tENT\t0\t${zoneId}\n`;
    case 'placeholder':
      return `DATA\t${scopeAndAuth(abi, 0, false)}${qname}\tIN\t${PLACEHOLDER_TYPE}\t0\t${zoneId}\t${PLACEHOLDER_CONTENT}\n`;
  }
}

function scopeAndAuth(abi: Abi, scopeMask: number, auth: boolean): string {
  return abi.hasScopeAndAuth ? `${scopeMask}\t${auth ? '1' : '0'}\t` : '';
}

/**
 * PowerDNS splits MX and SRV at the tab behind the priority, joins all other fields with one blank, and trims the
 * line: tabs elsewhere become `\009`, NUL `\000` (raw it hangs PowerDNS on a socket), other control bytes `\DDD`.
 */
function formatContent(data: Data): string {
  const content = isPlain(data.content) ? data.content : escapeContent(data);
  if (content === '' || content.charCodeAt(0) === 0x20 || content.charCodeAt(content.length - 1) === 0x20)
    throw unsendable(data, 'content that is empty or begins or ends with a blank');
  if (data.qtype !== 'MX' && data.qtype !== 'SRV') return content;
  const priority = /^(\d{1,5}) (?=\S)/.exec(content)?.[1];
  if (priority === undefined) throw unsendable(data, 'content without a priority');
  return `${priority}\t${content.slice(priority.length + 1)}`;
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

function escapeContent(data: Data): string {
  if (/[^\0-\xff]/.test(data.content)) throw unsendable(data, 'content beyond bytes (escape it as \\DDD)');
  return data.content.replace(/[\0-\x1f\x7f]/g, decimalEscape);
}

function decimalEscape(char: string): string {
  return `\\${String(char.charCodeAt(0)).padStart(3, '0')}`;
}

/** RFC 1035, 2.3.4: labels of 1 to 63 bytes, 255 in all; and no byte that would break the line apart. */
function isSendableName(name: string): boolean {
  if (name === '.') return true;
  let labelBytes = 0;
  let wireBytes = 1;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code <= 0x20 || code === 0x7f || code > 0xff) return false;
    if (code === 0x2e /* . */) {
      if (labelBytes === 0) return false;
      wireBytes += labelBytes + 1;
      labelBytes = 0;
      continue;
    }
    if (code === 0x5c /* \ */) {
      const next = name.charCodeAt(i + 1);
      if (Number.isNaN(next)) return false;
      if (next < 0x30 || next > 0x39) i += 1;
      else if (/^(?:[01]\d\d|2[0-4]\d|25[0-5])/.test(name.slice(i + 1, i + 4))) i += 3;
      else return false;
    }
    labelBytes += 1;
    if (labelBytes > 63) return false;
  }
  if (labelBytes > 0) wireBytes += labelBytes + 1;
  return wireBytes <= 255 && wireBytes > 1;
}

function oneLine(text: string): string {
  return text
    .replace(/[\0-\x1f\x7f]+/g, ' ')
    .replace(/[^\0-\xff]/g, '?')
    .trim()
    .slice(0, 4096);
}

function unsendable(data: Data, what: string): ProtocolError {
  return new ProtocolError(
    'UNSENDABLE',
    `left out ${data.qname} ${data.qtype}: PowerDNS could not read its ${what}; correct the record`,
  );
}
