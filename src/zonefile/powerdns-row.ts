/** Which record does a row of PowerDNS's table `records` stand for? */

import { parseContent } from '../dns/content.js';
import { DnsError } from '../dns/dns-error.js';
import { parseName } from '../dns/names.js';
import type { ResourceRecord } from '../dns/record.js';
import { parseType } from '../dns/record-type.js';
import { tokenize } from '../dns/tokenize.js';

/** The columns of a row as text, whose characters are bytes. NULL is the empty text: PowerDNS takes both for the same. */
export interface PowerDnsRow {
  readonly name: string;
  readonly type: string;
  readonly content: string;
  readonly ttl: string;
  readonly prio: string;
  readonly disabled: string;
}

/** PowerDNS's default-ttl. */
const DEFAULT_TTL = 3600;
/** What PowerDNS before 4.4 took for the numbers that a SOA lacks; 4.7 fails such a zone. */
const SOA_DEFAULTS = ['0', '10800', '3600', '604800', '3600'];
/** Fields beside the priority, which has a column of its own. */
const FIELDS_BESIDE_PRIORITY: Readonly<Record<string, number>> = { MX: 1, SRV: 3 };
const MAX_STRING_BYTES = 255;
const MAX_TTL = 2147483647;

/** Whether PowerDNS reads the row: its queries ask for `disabled=0`. */
export function isEnabled({ disabled }: PowerDnsRow): boolean {
  return /^(?:0|f|false)$/i.test(disabled);
}

/** Whether the row stands for an empty non-terminal, which holds no record. */
export function isEmptyNonTerminal({ type }: PowerDnsRow): boolean {
  return type === '' || type.toUpperCase() === 'ENT';
}

/**
 * The record that PowerDNS 4.7 serves for the row (gsqlbackend.cc, extractRecord(); DNSBackend::get()). What it fails to
 * serve but what is meant without a doubt is read as meant. Throws DnsError. `warn` is told what had to be made up.
 */
export function recordOfRow(row: PowerDnsRow, warn: (message: string) => void): ResourceRecord {
  const type = parseType(row.type);
  const text = textOf(type, row, warn);
  const content = parseContent(type, tokenize(text.replace(LONE_AT, '\\@')), '.');
  return { name: parseName(row.name), type, ttl: ttlOf(row.ttl), content };
}

function ttlOf(ttl: string): number {
  if (ttl === '') return DEFAULT_TTL;
  if (/^\d{1,10}$/.test(ttl) && Number(ttl) <= MAX_TTL) return Number(ttl);
  throw new DnsError('BAD_TTL', `TTL '${ttl}' is not a number of seconds from 0 to ${MAX_TTL}`);
}

/** The content whole, as a zone file has it, but with names that are absolute without a final dot. */
function textOf(type: string, { name, content, prio }: PowerDnsRow, warn: (message: string) => void): string {
  if (type === 'TXT' || type === 'SPF') return stringsOf(type, content);
  if (type === 'SOA') return wholeSoa(content, name, warn);
  const others = FIELDS_BESIDE_PRIORITY[type];
  return others === undefined ? content : withPriority(type, content, others, prio);
}

/** A text that does not begin with a quote is one string, blanks and all. */
function stringsOf(type: string, content: string): string {
  if (content.startsWith('"')) return content.replace(STRING, (_, text: string) => `"${cutString(text)}"`);
  if (content.startsWith('\\#')) return content;
  if (/^(?:[^"\\]|\\.)*$/s.test(content)) return `"${cutString(content)}"`;
  const message = `${type}: the text does not begin with a quote, and has one: write "..." around it and \\" within`;
  throw new DnsError('BAD_CONTENT', message);
}

/** PowerDNS cuts a string that is too long after each 255th byte. */
function cutString(text: string): string {
  if (text.length <= MAX_STRING_BYTES) return text;
  const bytes = text.match(/\\\d{3}|\\.|[^\\]/gs) ?? [];
  let strings = '';
  for (let at = 0; at < bytes.length; at += MAX_STRING_BYTES)
    strings += `${at === 0 ? '' : '" "'}${bytes.slice(at, at + MAX_STRING_BYTES).join('')}`;
  return strings;
}

/** The priority stands in its column, or in front of the content, or in both. */
function withPriority(type: string, content: string, others: number, prio: string): string {
  const words = tokenize(content);
  if (words.length === others) {
    if (prio !== '') return `${prio} ${content}`;
    throw new DnsError('BAD_CONTENT', `${type}: there is no priority: set prio`);
  }
  const first = words[0]?.text ?? '';
  if (words.length === others + 1 && Number(prio) !== 0 && Number(prio) !== Number(first)) {
    const message = `${type}: the priority is ${prio} in its column and ${first} in the content: remove the wrong one`;
    throw new DnsError('BAD_CONTENT', message);
  }
  return content;
}

/** A SOA of old may end early, and have an `@` in its mailbox. */
function wholeSoa(content: string, name: string, warn: (message: string) => void): string {
  const [primary, mailbox = `hostmaster.${name}`, ...numbers] = content.split(/[ \t\r\n]+/).filter(Boolean);
  if (primary === undefined || numbers.length > SOA_DEFAULTS.length) return content;
  const [local, host] = mailbox.split(/(?<!\\)@/);
  const mailName = host === undefined ? mailbox : `${local!.replaceAll(/(?<!\\)\./g, '\\.')}.${host}`;
  const missing = SOA_DEFAULTS.slice(numbers.length);
  if (missing.length > 0) {
    const end = missing.join(' ');
    warn(
      `the SOA ends early, '${end}' is taken for the rest as PowerDNS before 4.4 did: write all seven fields`,
    );
  }
  return [primary, mailName, ...numbers, ...missing].join(' ');
}

/** `@` is a name like any other here. */
const LONE_AT = /(?<![^ \t])@(?![^ \t])/g;
const STRING = /"((?:[^"\\]|\\.)*)"/gs;
