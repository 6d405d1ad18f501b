/** Which text is an IP address, and what is its normal form? */

import { DnsError } from './dns-error.js';

const COLON = 0x3a;
const ZEROS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0];

/** An IPv4 address in dotted quad form, which is its only one. */
export function parseIpv4(text: string): string {
  let value = 0;
  let digits = 0;
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x2e && digits > 0 && dots < 3) {
      dots += 1;
      digits = 0;
      value = 0;
    } else if (char >= 0x30 && char <= 0x39 && (digits === 0 || value > 0)) {
      digits += 1;
      value = value * 10 + char - 0x30;
      if (value > 255) break;
    } else {
      digits = 0;
      break;
    }
  }
  if (dots === 3 && digits > 0 && value <= 255) return text;
  throw new DnsError('BAD_CONTENT', `'${text}' is not an IPv4 address: write four numbers, 192.0.2.1`);
}

/** Four bytes as a dotted quad. */
export function formatIpv4(bytes: Buffer): string {
  return bytes.join('.');
}

/** An IPv6 address as RFC 5952 writes it. */
export function parseIpv6(text: string): string {
  return formatGroups(ipv6Groups(text));
}

/** Sixteen bytes as RFC 5952 writes them. */
export function formatIpv6(bytes: Buffer): string {
  const groups: number[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(bytes.readUInt16BE(at));
  return formatGroups(groups);
}

/** The first of the longest runs of zeros becomes `::` (section 4.2); IPv4-mapped addresses end in a dotted quad (5). */
function formatGroups(groups: readonly number[]): string {
  let runStart = 8;
  let runLength = 1;
  for (let start = 0; start < 8; start++) {
    let end = start;
    while (groups[end] === 0) end += 1;
    if (end - start > runLength) {
      runStart = start;
      runLength = end - start;
    }
  }
  if (runStart === 0 && runLength === 5 && groups[5] === 0xffff) {
    const [high, low] = [groups[6]!, groups[7]!];
    return `::ffff:${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  const head = hexGroups(groups, 0, runStart);
  return runStart === 8 ? head : `${head}::${hexGroups(groups, runStart + runLength, 8)}`;
}

function hexGroups(groups: readonly number[], start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += (at > start ? ':' : '') + groups[at]!.toString(16);
  return text;
}

function ipv6Groups(text: string): number[] {
  const groups: number[] = [];
  let gap = -1;
  let start = 0;
  if (text.startsWith('::')) {
    gap = 0;
    start = 2;
  }
  while (start < text.length) {
    const colon = text.indexOf(':', start);
    const end = colon < 0 ? text.length : colon;
    if (colon < 0 && text.includes('.', start)) {
      const [a, b, c, d] = parseIpv4(text.slice(start)).split('.').map(Number);
      groups.push(a! * 256 + b!, c! * 256 + d!);
      break;
    }
    groups.push(hexGroup(text, start, end));
    start = end + 1;
    if (text.charCodeAt(start) === COLON) {
      if (gap >= 0) throw notIpv6(text);
      gap = groups.length;
      start += 1;
    } else if (start === text.length) {
      throw notIpv6(text);
    }
  }
  if (gap >= 0 ? groups.length > 7 : groups.length !== 8) throw notIpv6(text);
  if (gap >= 0) groups.splice(gap, 0, ...ZEROS.slice(groups.length));
  return groups;
}

function hexGroup(text: string, start: number, end: number): number {
  if (end === start || end - start > 4) throw notIpv6(text);
  let value = 0;
  for (let at = start; at < end; at++) {
    const char = text.charCodeAt(at);
    if (char >= 0x30 && char <= 0x39) value = value * 16 + char - 0x30;
    else if ((char | 0x20) >= 0x61 && (char | 0x20) <= 0x66) value = value * 16 + (char | 0x20) - 0x57;
    else throw notIpv6(text);
  }
  return value;
}

function notIpv6(text: string): DnsError {
  return new DnsError('BAD_CONTENT', `'${text}' is not an IPv6 address: write 2001:db8::1`);
}
