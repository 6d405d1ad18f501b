/** Which records does `$GENERATE` stand for? */

import { isJoined, type Token } from '../dns/content.js';
import { Entry } from './entry.js';
import { Lexer } from './lexer.js';
import type { RecordHead } from './record-head.js';
import { takeRecordHead, takeWord } from './record-head.js';
import type { Warn } from './zone-file-error.js';

/** A guess: 16 times a /16 of addresses. named has no limit but the size of an int. */
const MAX_RECORDS = 1_048_576;
const MAX_INT = 0x7fffffff;
/** The size of the buffer that named writes a number to (lib/dns/master.c, genname). */
const MAX_WIDTH = 127;

/** A text with `$` in it, and what it becomes for a number. */
export type Template = (number: number) => string;

export interface Generate {
  readonly head: RecordHead;
  /** What `$` stands for in each record. */
  readonly numbers: Iterable<number>;
  readonly owner: Template;
  readonly content: Template;
}

/** Takes `start-stop[/step] owner [ttl] [class] type content` (BIND 9 manual, The $GENERATE Directive). */
export function takeGenerate(entry: Entry, warn: Warn): Generate {
  const numbers = takeRange(entry);
  const owner = parseTemplate(entry, takeWord(entry, 'BAD_GENERATE', 'an owner with $ in it'));
  const head = takeRecordHead(entry, warn);
  const content = parseTemplate(entry, takeContent(entry));
  return { head, numbers, owner, content };
}

/** A generated content as an entry of its own. */
export function entryOf(content: string, file: string): Entry {
  const lexer = new Lexer(file);
  lexer.feed(content);
  lexer.end();
  const entry = lexer.next() ?? new Entry(content, 0, file, 1, [], undefined, false);
  if (entry.fault !== undefined) throw entry.fault;
  return entry;
}

function takeRange(entry: Entry): Iterable<number> {
  const word = takeWord(entry, 'BAD_GENERATE', 'a range (1-9 or 0-100/2)');
  const [, start, stop, step] = (/^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/.exec(word) ?? []).map(Number);
  const by = step === undefined || Number.isNaN(step) ? 1 : step;
  if (start === undefined || stop === undefined || start > stop || stop > MAX_INT || by < 1) {
    throw entry.error(
      'BAD_GENERATE',
      `'${word}' is no range: write start-stop or start-stop/step, like 1-9 or 0-100/2`,
    );
  }
  const count = Math.floor((stop - start) / by) + 1;
  if (count > MAX_RECORDS) {
    throw entry.error(
      'BAD_GENERATE',
      `${word} makes ${count} records: at most ${MAX_RECORDS} are allowed, split it`,
    );
  }
  return range(start, stop, by);
}

function* range(start: number, stop: number, step: number): Generator<number> {
  for (let number = start; number <= stop; number += step) yield number;
}

/**
 * The content: one word, or one quoted string with the words in it, is all that named takes.
 *
 * Several words, which PowerDNS takes, are joined.
 */
function takeContent(entry: Entry): string {
  const tokens = entry.rest();
  for (const _ of tokens) entry.take();
  const [first, ...more] = tokens;
  if (first === undefined) {
    entry.take();
    throw entry.error('BAD_GENERATE', 'the content is missing here');
  }
  if (more.length > 0) return tokens.map(asWritten).join('');
  return first.quoted
    ? first.text.replace(/\\(.)/gs, (pair, char) => (char === '"' ? char : pair))
    : first.text;
}

/** A token, with a blank before it if anything stands there. */
function asWritten(token: Token, index: number, tokens: readonly Token[]): string {
  const gap = index > 0 && !isJoined(tokens[index - 1]!, token) ? ' ' : '';
  return `${gap}${token.quoted ? `"${token.text}"` : token.text}`;
}

/** `$$` is a `$`; `\$` stays as it is, for a name or string to read; `${offset,width,base}` says how a number is written. */
function parseTemplate(entry: Entry, text: string): Template {
  const parts: (string | Template)[] = [];
  for (const [part] of text.matchAll(/\$\$|\$\{[^}]*\}?|\$|\\.?|[^$\\]+/gs)) {
    if (part === '$$') parts.push('$');
    else if (part.startsWith('$')) parts.push(parseModifier(entry, part));
    else parts.push(part);
  }
  return (number) => {
    let result = '';
    for (const part of parts) result += typeof part === 'string' ? part : part(number);
    return result;
  };
}

function parseModifier(entry: Entry, part: string): Template {
  if (part === '$') return String;
  const match = /^\$\{([+-]?\d{1,10})(?:,\+?(\d{1,10})(?:,([doxXnN]))?)?\}$/.exec(part);
  if (match === null) {
    const reason = `'${part}' is no modifier: write \${offset,width,base}, base being one of d o x X n N`;
    throw entry.error('BAD_GENERATE', reason);
  }
  const offset = Number(match[1]);
  const width = Number(match[2] ?? 0);
  if (width > MAX_WIDTH)
    throw entry.error('BAD_GENERATE', `'${part}' is too wide: write at most ${MAX_WIDTH}`);
  const write = WRITERS[match[3] ?? 'd']!;
  return (number) => write(number + offset, width);
}

/** As C's printf does it, and what that does not know. Negative numbers are two's complement but in decimal. */
const WRITERS: Readonly<Record<string, (number: number, width: number) => string>> = {
  d: (number, width) =>
    number < 0 ? `-${String(-number).padStart(width - 1, '0')}` : String(number).padStart(width, '0'),
  o: (number, width) => (number >>> 0).toString(8).padStart(width, '0'),
  x: (number, width) => (number >>> 0).toString(16).padStart(width, '0'),
  X: (number, width) => (number >>> 0).toString(16).toUpperCase().padStart(width, '0'),
  n: nibbles,
  N: (number, width) => nibbles(number, width).toUpperCase(),
};

/** Hexadecimal digits as labels, the last one first, as ip6.arpa has them. The width counts the dots, a last one too. */
function nibbles(number: number, width: number): string {
  let text = [...(number >>> 0).toString(16)].reverse().join('.');
  while (text.length < width) text += text.endsWith('.') ? '0' : '.';
  return text;
}
