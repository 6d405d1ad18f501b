/** Which token of a content comes next? */

import { DnsError } from './dns-error.js';

/** A word or a quoted string of a content, its quotes taken off and its escapes still in it. Characters are bytes. */
export interface Token {
  readonly text: string;
  readonly quoted: boolean;
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

  /** The next token, of either kind. */
  token(): Token {
    const token = this.tokens[this.read++];
    if (token === undefined) throw new DnsError('BAD_CONTENT', 'is missing');
    return token;
  }

  /** The text of the next token, which must not be quoted. */
  word(): string {
    const token = this.token();
    if (token.quoted) throw new DnsError('BAD_CONTENT', `"${token.text}" must stand without quotes`);
    return token.text;
  }
}
