/** Which record does a row of PowerDNS's table `records` stand for? */

import { parseContent, type Token } from '../dns/content.js';
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

/** What the other columns of a row without TTL mean to PowerDNS (`default-ttl`). */
const DEFAULT_TTL = 3600;
/** What PowerDNS up to 4.3 took for the fields that a SOA lacks; later ones fail such a zone. */
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
  const content = parseContent(type, tokensOf(type, row, warn), '.');
  return { name: parseName(row.name), type, ttl: ttlOf(row.ttl), content };
}

function ttlOf(ttl: string): number {
  if (ttl === '') return DEFAULT_TTL;
  if (/^\d{1,10}$/.test(ttl) && Number(ttl) <= MAX_TTL) return Number(ttl);
  throw new DnsError('BAD_TTL', `TTL '${ttl}' is not a number of seconds from 0 to ${MAX_TTL}`);
}

function tokensOf(type: string, row: PowerDnsRow, warn: (message: string) => void): readonly Token[] {
  if (type === 'TXT' || type === 'SPF') return stringsOf(type, row.content).flatMap(splitString);
  const tokens = tokenize(row.content).map(absoluteToken);
  if (type === 'SOA') return wholeSoa(tokens, row.name, warn);
  const others = FIELDS_BESIDE_PRIORITY[type];
  return others === undefined ? tokens : withPriority(type, tokens, others, row.prio);
}

/** Names are absolute here, and `@` is one of them. */
function absoluteToken(token: Token): Token {
  return token.text === '@' && !token.quoted ? { text: '\\@', quoted: false } : token;
}

/** A text that does not begin with a quote is one string, blanks and all. */
function stringsOf(type: string, content: string): Token[] {
  if (content.startsWith('"') || content.startsWith('\\#')) return tokenize(content);
  if (/^(?:[^"\\]|\\.)*\\?$/s.test(content)) return [{ text: content, quoted: true }];
  const message = `${type}: a quote within a text that does not begin with one: write "..." around it and \\" within`;
  throw new DnsError('BAD_CONTENT', message);
}

/** PowerDNS cuts a string that is too long, byte 255 being the last of the first. */
function splitString(token: Token): Token[] {
  const { text, quoted } = token;
  if (!quoted || text.length <= MAX_STRING_BYTES) return [token];
  const bytes = text.match(/\\\d{3}|\\.|[^\\]|\\$/gs)!;
  const strings: Token[] = [];
  for (let at = 0; at < bytes.length; at += MAX_STRING_BYTES)
    strings.push({ text: bytes.slice(at, at + MAX_STRING_BYTES).join(''), quoted: true });
  return strings;
}

/** The priority stands in its column, or in front of the content, or in both. */
function withPriority(
  type: string,
  tokens: readonly Token[],
  others: number,
  prio: string,
): readonly Token[] {
  const [first] = tokens;
  if (tokens.length === others) {
    if (prio !== '') return [{ text: prio, quoted: false }, ...tokens];
    throw new DnsError('BAD_CONTENT', `${type}: there is no priority: set prio`);
  }
  if (tokens.length === others + 1 && Number(prio) !== 0 && Number(prio) !== Number(first!.text)) {
    const message = `${type}: the priority is ${prio} in its column and ${first!.text} in the content: remove the one that is wrong`;
    throw new DnsError('BAD_CONTENT', message);
  }
  return tokens;
}

/** A SOA of old may end early, and have an `@` in its mailbox. */
function wholeSoa(tokens: readonly Token[], name: string, warn: (message: string) => void): readonly Token[] {
  const [primary, mailbox = { text: name === '' ? '.' : `hostmaster.${name}`, quoted: false }, ...numbers] =
    tokens;
  if (primary === undefined || numbers.length > SOA_DEFAULTS.length) return tokens;
  const [local, host] = mailbox.text.split(/(?<!\\)@/);
  const text = host === undefined ? local! : `${local!.replaceAll(/(?<!\\)\./g, '\\.')}.${host}`;
  const missing = SOA_DEFAULTS.slice(numbers.length).map((word) => ({ text: word, quoted: false }));
  if (missing.length > 0) {
    const added = missing.map((token) => token.text).join(' ');
    warn(
      `the SOA ends early: '${added}' is taken for its end, as PowerDNS up to 4.3 did; write all seven fields`,
    );
  }
  return [primary, { text, quoted: mailbox.quoted }, ...numbers, ...missing];
}
