/** Which text is an IP address, and what is its normal form? */

import { DnsError } from './dns-error.js';

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

/** An IPv6 address as RFC 5952 writes it. */
export function parseIpv6(text: string): string {
  return formatIpv6(ipv6Groups(text));
}

/** Eight groups of 16 bits as RFC 5952 writes them. */
export function formatIpv6(groups: readonly number[]): string {
  let runStart = -1;
  let runLength = 1;
  for (let at = 0; at < 8; at++) {
    let end = at;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - at > runLength) {
      runStart = at;
      runLength = end - at;
    }
    at = Math.max(at, end - 1);
  }
  let text = '';
  for (let at = 0; at < 8; at++) {
    if (at === runStart) {
      text += '::';
      at += runLength - 1;
    } else {
      text += (text === '' || text.endsWith(':') ? '' : ':') + groups[at]!.toString(16);
    }
  }
  return text;
}

function ipv6Groups(text: string): number[] {
  const [head, tail, ...more] = text.split('::');
  const groups = groupsOf(head!, text);
  if (tail !== undefined) {
    const last = groupsOf(tail, text);
    if (more.length > 0 || groups.length + last.length > 7) throw notIpv6(text);
    while (groups.length + last.length < 8) groups.push(0);
    groups.push(...last);
  }
  if (groups.length !== 8) throw notIpv6(text);
  return groups;
}

function groupsOf(part: string, text: string): number[] {
  if (part === '') return [];
  const groups: number[] = [];
  const words = part.split(':');
  for (const [at, word] of words.entries()) {
    if (/^[0-9a-fA-F]{1,4}$/.test(word)) {
      groups.push(Number.parseInt(word, 16));
    } else if (at === words.length - 1 && text.endsWith(word) && word.includes('.')) {
      const [a, b, c, d] = parseIpv4(word).split('.').map(Number);
      groups.push(a! * 256 + b!, c! * 256 + d!);
    } else {
      throw notIpv6(text);
    }
  }
  return groups;
}

function notIpv6(text: string): DnsError {
  return new DnsError('BAD_CONTENT', `'${text}' is not an IPv6 address: write 2001:db8::1`);
}
