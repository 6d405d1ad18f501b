/** What is a domain name, which names are the same, and in which order do they stand? */

import { DnsError } from './dns-error.js';
import { BACKSLASH, decimalEscape, escapedByte, escapeLength } from './escapes.js';

const DOT = 0x2e;
/** RFC 1035, section 2.3.4. */
const MAX_LABEL_BYTES = 63;
/** RFC 1035, section 2.3.4: 255 bytes on the wire are 253 characters without a final dot. */
const MAX_NAME_CHARS = 253;

/**
 * The normal form of a name: absolute, no final dot, case kept; the root is `.`.
 *
 * Its only escapes are those PowerDNS writes: `\.`, `\\` and `\DDD` for bytes outside 0x21 to 0x7e. With an origin (in
 * normal form itself), `@` is the origin and a name without final dot is relative to it; without one, every name is
 * absolute. Characters 0x80 to 0xff of `text` are bytes. Throws BAD_NAME.
 */
export function parseName(text: string, origin?: string): string {
  if (text === '.') return text;
  if (text === '@' && origin !== undefined) return origin;
  const length = text.length;
  let labelStart = 0;
  for (let at = 0; at < length; at++) {
    const char = text.charCodeAt(at);
    if (char === DOT) {
      checkLabel(at - labelStart, text);
      labelStart = at + 1;
    } else if (char === BACKSLASH || char <= 0x20 || char >= 0x7f) {
      return parseEscapedName(text, origin);
    }
  }
  if (labelStart === length && length > 0) return checkedName(text.slice(0, -1), text);
  checkLabel(length - labelStart, text);
  return checkedName(absolute(text, origin), text);
}

/** The same name in ASCII lower case: two names are equal if their folded normal forms are (RFC 4343). */
export function foldName(name: string): string {
  return name.toLowerCase();
}

/** The name one label up; the root has none: undefined. */
export function parentName(name: string): string | undefined {
  if (name === '.') return undefined;
  const dot = firstDot(name);
  return dot < 0 ? '.' : name.slice(dot + 1);
}

/** Whether `name` is `zone` or below it. Both in normal form, case aside. */
export function isWithin(name: string, zone: string): boolean {
  if (zone === '.') return true;
  const nameKey = sortKey(name);
  const zoneKey = sortKey(zone);
  return nameKey === zoneKey || nameKey.startsWith(`${zoneKey} `);
}

/** The normal form of the name that consists of these labels, as they are on the wire. */
export function nameOfLabels(labels: readonly Buffer[]): string {
  if (labels.length === 0) return '.';
  const text = labels.map((label) => [...label].map((byte) => normalByte(byte)).join('')).join('.');
  for (const label of labels) checkLabel(label.length, text);
  return checkedName(text, text);
}

/** A name in normal form as it stands in a zone file: with its final dot, and escapes where a zone file needs them. */
export function formatName(name: string): string {
  if (name === '.') return name;
  return `${SPECIAL.test(name) ? name.replace(SPECIALS, escapeSpecial) : name}.`;
}

/**
 * Labels in reverse, folded, joined by one blank: `www.Example.com` becomes `com example www`, the root is empty.
 *
 * A blank never stands in a label and sorts below every byte that does, so a zone is one range of keys and each name
 * comes right before its descendants. Takes any text: an empty label or a bad escape throws BAD_NAME, and what is too
 * long for a name gets a key that no name has. On the way of every question: this loop takes half the time of
 * splitting, reversing and joining.
 */
export function sortKey(name: string): string {
  if (name === '.') return '';
  const folded = name.toLowerCase();
  let key = '';
  let end = name.length;
  for (let at = end - 1; at >= 0; at--) {
    const char = name.charCodeAt(at);
    if (char === DOT) {
      if (at + 1 === end) return unusualSortKey(name);
      key += `${folded.slice(at + 1, end)} `;
      end = at;
    } else if (char === BACKSLASH || char <= 0x20 || char >= 0x7f) {
      return unusualSortKey(name);
    }
  }
  return end === 0 ? unusualSortKey(name) : key + folded.slice(0, end);
}

/** The folded name that `sortKey` made the key of. */
export function nameOfSortKey(key: string): string {
  return key === '' ? '.' : key.split(' ').reverse().join('.');
}

/** What a zone file reads as something else, and named-compilezone therefore escapes. */
const SPECIAL = /["$();@]/;
const SPECIALS = /\\.|["$();@]/g;

function escapeSpecial(char: string): string {
  return char.length === 1 ? `\\${char}` : char;
}

function parseEscapedName(text: string, origin: string | undefined): string {
  let name = '';
  let labelBytes = 0;
  let at = 0;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char === DOT) {
      checkLabel(labelBytes, text);
      labelBytes = 0;
      name += '.';
      at += 1;
      continue;
    }
    const escaped = char === BACKSLASH;
    name += normalByte(escaped ? escapedByte(text, at, 'BAD_NAME') : char);
    labelBytes += 1;
    at += escaped ? escapeLength(text, at) : 1;
  }
  if (labelBytes === 0) return checkedName(name.slice(0, -1), text);
  checkLabel(labelBytes, text);
  return checkedName(absolute(name, origin), text);
}

function normalByte(byte: number): string {
  if (byte === DOT) return '\\.';
  if (byte === BACKSLASH) return '\\\\';
  if (byte > 0x20 && byte < 0x7f) return String.fromCharCode(byte);
  if (byte <= 0xff) return decimalEscape(byte);
  throw new DnsError('BAD_NAME', 'a character above U+00FF: names are bytes, write \\DDD or punycode');
}

function absolute(name: string, origin: string | undefined): string {
  return origin === undefined || origin === '.' ? name : `${name}.${origin}`;
}

function checkLabel(bytes: number, text: string): void {
  if (bytes === 0) throw new DnsError('BAD_NAME', `'${text}' has an empty label`);
  if (bytes > MAX_LABEL_BYTES) {
    throw new DnsError(
      'BAD_NAME',
      `a label of '${text}' has ${bytes} bytes: at most ${MAX_LABEL_BYTES} are allowed`,
    );
  }
}

function checkedName(name: string, text: string): string {
  if (name.length <= MAX_NAME_CHARS) return name;
  const chars = name.replace(/\\(?:\d{3}|.)/g, '_').length;
  if (chars <= MAX_NAME_CHARS) return name;
  throw new DnsError(
    'BAD_NAME',
    `'${text}' is ${chars + 2} bytes long with its origin: at most 255 are allowed`,
  );
}

function firstDot(name: string): number {
  for (let at = 0; at < name.length; at++) {
    const char = name.charCodeAt(at);
    if (char === DOT) return at;
    if (char === BACKSLASH) at += 1;
  }
  return -1;
}

/** Of a name with escapes or a final dot, or of what is no name. */
function unusualSortKey(text: string): string {
  const labels = foldName(parseName(text)).match(/(?:\\.|[^.\\])+/g);
  return labels === null ? '' : labels.reverse().join(' ');
}
