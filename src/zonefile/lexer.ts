/** Which entries and tokens does the text of a zone file consist of? */

import type { Token } from '../dns/content.js';
import { Entry, placeOf } from './entry.js';
import {
  BLANK,
  CLOSE,
  COMMENT,
  KINDS,
  lineEnd,
  NEWLINE,
  NUL,
  OPEN,
  QUOTE,
  RETURN,
  stringEnd,
  wordEnd,
} from './words.js';
import { ZoneFileError } from './zone-file-error.js';

/** A guess: four times what the largest content takes, 65535 bytes written as `\DDD`. */
const MAX_ENTRY_BYTES = 1024 * 1024;
/** A guess too: without a line end for so long, what is read is no text and may never end (/dev/zero). */
const MAX_LINE_BYTES = 16 * MAX_ENTRY_BYTES;
/** Another one: how far a parenthesis may reach in a file with many that are never closed. */
const MIN_REACH_BYTES = 4096;
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** The entries of a file. Never holds more than a chunk and one entry; ends early within a line that does not. */
export function* readEntries(input: Iterable<Buffer>, file: string): Generator<Entry> {
  const lexer = new Lexer(file);
  for (const chunk of input) {
    lexer.feed(chunk.toString('latin1'));
    for (let entry = lexer.next(); entry !== undefined; entry = lexer.next()) yield entry;
    if (lexer.isLost) return;
  }
  lexer.end();
  for (let entry = lexer.next(); entry !== undefined; entry = lexer.next()) yield entry;
}

/**
 * Cuts text into entries and tokens, as named's lexer does (lib/isc/lex.c with the options of lib/dns/master.c).
 *
 * A word ends at a blank, a line end, a quote, a parenthesis or a semicolon, unless a backslash stands before it. A quoted
 * string may go on in the next line if a backslash stands before the newline. A return ends a line too; the newline
 * behind it then ends an empty one.
 */
export class Lexer {
  private text = '';
  /** Where the next entry begins, and the number of its line. */
  private start = 0;
  private line = 1;
  private hasBegun = false;
  private hasEnded = false;
  /** Within a line that was too long to be held. */
  private isSkipping = false;
  private skippedBytes = 0;
  /** How far from here a parenthesis is looked for: less with each that is not found, or a file without any took hours. */
  private reach = MAX_ENTRY_BYTES;
  private pending: string[] = [];
  private pendingLength = 0;
  /** How long the text must be before another look at an unfinished entry: each time twice as long, or it took quadratic time. */
  private wantedLength = 0;

  constructor(private readonly file: string) {}

  /** Whether the line that is being skipped is too long for anything to be expected behind it. */
  get isLost(): boolean {
    return this.isSkipping && this.skippedBytes > MAX_LINE_BYTES;
  }

  /** More text, one character for each byte. */
  feed(chunk: string): void {
    this.pending.push(chunk);
    this.pendingLength += chunk.length;
  }

  /** No more text will come. */
  end(): void {
    this.hasEnded = true;
  }

  /** The next entry; undefined if it is not complete yet, or there is none. */
  next(): Entry | undefined {
    if (this.pendingLength > 0) {
      const length = this.text.length - this.start + this.pendingLength;
      if (length < this.wantedLength && !this.hasEnded) return undefined;
      this.text = this.text.slice(this.start) + this.pending.join('');
      this.start = 0;
      this.pending = [];
      this.pendingLength = 0;
    } else if (this.wantedLength > 0 && !this.hasEnded) {
      return undefined;
    }
    this.wantedLength = 0;
    if (!this.hasBegun) {
      if (this.text.length < BYTE_ORDER_MARK.length && !this.hasEnded) return undefined;
      this.hasBegun = true;
      if (this.text.startsWith(BYTE_ORDER_MARK)) this.start = BYTE_ORDER_MARK.length;
    }
    if (this.isSkipping && !this.skipLine()) return undefined;
    const entry = this.scan();
    if (entry === undefined) this.wantedLength = 2 * (this.text.length - this.start);
    return entry;
  }

  /** How far the next entry may reach. */
  private get limit(): number {
    return Math.min(this.text.length, this.start + MAX_ENTRY_BYTES);
  }

  private scan(): Entry | undefined {
    const { text } = this;
    const tokens: Token[] = [];
    let fault: ZoneFileError | undefined;
    let depth = 0;
    let openedAt = 0;
    let at = this.start;
    let limit = this.limit;
    while (at < limit) {
      switch (KINDS[text.charCodeAt(at)]) {
        case BLANK:
          at += 1;
          break;
        case COMMENT:
          at = lineEnd(text, at);
          break;
        case QUOTE: {
          const end = stringEnd(text, at + 1);
          tokens.push({ text: text.slice(at + 1, end), quoted: true, offset: at });
          if (text[end] !== '"') fault ??= this.error('UNCLOSED_QUOTE', at);
          at = text[end] === '"' ? end + 1 : end;
          break;
        }
        case OPEN:
          if (depth === 0) {
            openedAt = at;
            limit = Math.min(limit, at + this.reach);
          }
          depth += 1;
          at += 1;
          break;
        case CLOSE:
          if (depth === 0) fault ??= this.error('UNOPENED_PARENTHESIS', at);
          depth = Math.max(0, depth - 1);
          if (depth === 0) limit = this.limit;
          at += 1;
          break;
        case NUL:
          fault ??= this.error('NUL_BYTE', at);
          at += 1;
          break;
        case NEWLINE:
        case RETURN:
          at += 1;
          if (depth > 0) break;
          if (tokens.length > 0 || fault !== undefined) return this.entry(at, tokens, fault, true);
          this.goTo(at);
          limit = this.limit;
          break;
        default: {
          const end = wordEnd(text, at);
          tokens.push({ text: text.slice(at, end), quoted: false, offset: at });
          at = end;
        }
      }
    }
    const isTooLong = limit < text.length;
    if (!this.hasEnded && !isTooLong) return undefined;
    if (depth > 0) return this.unclosed(openedAt, tokens);
    if (isTooLong) return this.tooLong();
    if (tokens.length === 0 && fault === undefined) return undefined;
    return this.entry(text.length, tokens, fault, false);
  }

  /** An entry whose parenthesis never closes ends with the line where it opens: what follows is read on its own. */
  private unclosed(openedAt: number, tokens: readonly Token[]): Entry {
    const end = lineEnd(this.text, openedAt);
    if (end - this.start >= MAX_ENTRY_BYTES) return this.tooLong();
    const fault = this.error('UNCLOSED_PARENTHESIS', openedAt);
    this.reach = Math.max(MIN_REACH_BYTES, this.reach / 2);
    if (end === this.text.length) return this.entry(end, tokens, fault, false);
    const ownTokens = tokens.filter((token) => token.offset < end);
    return this.entry(end + 1, ownTokens, fault, true);
  }

  private tooLong(): Entry {
    this.isSkipping = true;
    this.skippedBytes = 0;
    return this.entry(this.start, [], this.error('LINE_TOO_LONG', this.start), true);
  }

  /** Drops what is left of a line; false if its end has not come yet. */
  private skipLine(): boolean {
    const end = lineEnd(this.text, this.start);
    this.isSkipping = end === this.text.length;
    this.skippedBytes += end - this.start;
    this.goTo(this.isSkipping ? end : end + 1);
    return !this.isSkipping;
  }

  private entry(
    end: number,
    tokens: readonly Token[],
    fault: ZoneFileError | undefined,
    isTerminated: boolean,
  ): Entry {
    const entry = new Entry(this.text, this.start, this.file, this.line, tokens, fault, isTerminated);
    this.goTo(end);
    return entry;
  }

  /** Sets where the next entry begins. */
  private goTo(end: number): void {
    for (
      let at = this.text.indexOf('\n', this.start);
      at >= 0 && at < end;
      at = this.text.indexOf('\n', at + 1)
    ) {
      this.line += 1;
    }
    this.start = end;
  }

  private error(code: keyof typeof REASONS, offset: number): ZoneFileError {
    return new ZoneFileError(
      code,
      REASONS[code],
      placeOf(this.file, this.text, this.start, this.line, offset),
    );
  }
}

const REASONS = {
  UNCLOSED_QUOTE: 'this quote is not closed in its line: write a " at the end of the string',
  UNCLOSED_PARENTHESIS: 'this parenthesis is never closed: write a ) at the end of the record',
  UNOPENED_PARENTHESIS: 'no parenthesis is open here: remove this one, or write \\)',
  NUL_BYTE: 'a NUL byte outside of quotes: is it a zone file, in ASCII or UTF-8? If so, write \\000',
  LINE_TOO_LONG: `this line has more than ${MAX_ENTRY_BYTES} bytes: is it a zone file? If so, make several records of it`,
} as const;
