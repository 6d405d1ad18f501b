/** Which token of a content comes next? */

import { DnsError } from './dns-error.js';

/** A word or a quoted string of a content, its quotes taken off and its escapes still in it. Characters are bytes. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** Where it stands in the text that it comes from, its opening quote included. */
  readonly offset: number;
}

/** Whether nothing stands between two tokens. */
export function isJoined(first: Token, second: Token): boolean {
  return first.offset + first.text.length + (first.quoted ? 2 : 0) === second.offset;
}

/** Hands out the tokens of one content, one after the other. */
export class ContentReader {
  /** How many tokens have been read. */
  read = 0;

  constructor(
    readonly tokens: readonly Token[],
    /** What the names of the content are relative to. */
    readonly origin: string,
  ) {}

  get atEnd(): boolean {
    return this.read >= this.tokens.length;
  }

  /** The token that comes next, left where it is. */
  get next(): Token | undefined {
    return this.tokens[this.read];
  }

  /** The token read last, again. */
  get last(): Token | undefined {
    return this.tokens[this.read - 1];
  }

  /** Whether a quoted string begins right where the token read last ends. */
  get isJoinedByString(): boolean {
    const { last, next } = this;
    return last !== undefined && next?.quoted === true && isJoined(last, next);
  }

  /** Reads a token of either kind. */
  token(): Token {
    const token = this.tokens[this.read++];
    if (token === undefined) throw new DnsError('BAD_CONTENT', 'is missing');
    return token;
  }

  /** Reads a token that must not be quoted. */
  word(): string {
    const token = this.token();
    if (token.quoted) throw new DnsError('BAD_CONTENT', `"${token.text}" must stand without quotes`);
    return token.text;
  }

  /** Reads all that is left, at least one token, as one word: digests and keys may be split by blanks. */
  words(): string {
    let text = this.word();
    while (!this.atEnd) text += this.word();
    return text;
  }
}
