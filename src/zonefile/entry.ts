/** What is one entry of a zone file: a record or a directive, before anything is made of its words? */

import type { Token } from '../dns/content.js';
import type { Place, ZoneFileErrorCode, ZoneFileWarningCode } from './zone-file-error.js';
import { ZoneFileError } from './zone-file-error.js';

type AnyCode = ZoneFileErrorCode | ZoneFileWarningCode;

/** One line of a zone file, or several that parentheses join, as tokens that are taken one by one. */
export class Entry {
  /** How many tokens have been taken. */
  private taken = 0;

  constructor(
    /** The text that the entry stands in, and where there. */
    private readonly text: string,
    private readonly start: number,
    readonly file: string,
    /** The number of its first line. */
    readonly line: number,
    readonly tokens: readonly Token[],
    /** What the lexer found wrong; the tokens are then what it made of the rest. */
    readonly fault: ZoneFileError | undefined,
    /** False for the last line of a file that does not end in a newline. */
    readonly isTerminated: boolean,
  ) {}

  /** Whether it begins with a blank, which stands for the owner of the entry before (RFC 1035, section 5.1). */
  get beginsBlank(): boolean {
    return isBlank(this.text.charCodeAt(this.start));
  }

  /** Where its first word, or the parenthesis before it, stands in its first line: counted from 1, in bytes. */
  get column(): number {
    let at = this.start;
    while (isBlank(this.text.charCodeAt(at))) at += 1;
    return at - this.start + 1;
  }

  /** Whether it is a directive; one in quotes is one too for named. */
  get isDirective(): boolean {
    return this.tokens[0]?.text.charCodeAt(0) === 0x24 && !this.beginsBlank;
  }

  get isAtEnd(): boolean {
    return this.taken >= this.tokens.length;
  }

  /** The next token, or undefined at the end. */
  take(): Token | undefined {
    return this.tokens[this.taken++];
  }

  /** The tokens not yet taken: they stay so. */
  rest(): readonly Token[] {
    return this.tokens.slice(this.taken);
  }

  /** An error at the token last taken; at the end of the entry if there was none left. */
  error(code: AnyCode, reason: string, options?: ErrorOptions): ZoneFileError {
    return this.fieldError(-1, code, reason, options);
  }

  /** An error at a token that is not taken yet, counted from 0. */
  fieldError(field: number, code: AnyCode, reason: string, options?: ErrorOptions): ZoneFileError {
    const place = placeOf(this.file, this.text, this.start, this.line, this.offsetOf(this.taken + field));
    return new ZoneFileError(code, reason, place, options);
  }

  /** An error behind the last token. */
  endError(code: AnyCode, reason: string): ZoneFileError {
    return this.fieldError(this.tokens.length, code, reason);
  }

  private offsetOf(index: number): number {
    const token = this.tokens[Math.max(0, index)];
    if (token !== undefined) return token.offset;
    const last = this.tokens.at(-1);
    return last === undefined ? this.start : last.offset + last.text.length + (last.quoted ? 2 : 0);
  }
}

/** Where an offset is in a text, one line of which begins at `start`. */
export function placeOf(file: string, text: string, start: number, line: number, offset: number): Place {
  const before = text.slice(start, offset).split('\n');
  return { file, line: line + before.length - 1, column: before.at(-1)!.length + 1 };
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x09;
}
