/** Which statements does the text of a named.conf consist of? */

import type { Token } from '../dns/content.js';
import { placeOf } from './entry.js';
import { ZoneFileError } from './zone-file-error.js';

/** Words up to a semicolon, and what stands in braces among them. */
export interface ConfStatement {
  readonly words: readonly Token[];
  readonly block: readonly ConfStatement[];
  /** The file it stands in, and that file's text. */
  readonly source: ConfSource;
}

export interface ConfSource {
  readonly file: string;
  readonly text: string;
}

/** Called for each statement once it is complete, those in braces first; the statements that take its place. */
export type OnStatement = (statement: ConfStatement, parent: string) => readonly ConfStatement[];

/** A guess: five are plenty. */
const MAX_DEPTH = 100;

/** The statements of a file, those in braces inside the ones they belong to. */
export function readStatements(
  source: ConfSource,
  parent: string,
  onStatement: OnStatement,
): ConfStatement[] {
  const tokens = tokensOf(source);
  let taken = 0;
  return block(parent, 0);

  function block(within: string, depth: number): ConfStatement[] {
    const statements: ConfStatement[] = [];
    for (let token = tokens[taken]; token !== undefined && !isSign(token, '}'); token = tokens[taken]) {
      statements.push(...onStatement(statement(depth), within));
    }
    if (depth === 0 && taken < tokens.length) {
      throw confError(source, tokens[taken], 'no brace is open here: remove this one');
    }
    return statements;
  }

  function statement(depth: number): ConfStatement {
    const words: Token[] = [];
    const inner: ConfStatement[] = [];
    for (;;) {
      const token = tokens[taken++];
      if (token === undefined || isSign(token, '}')) {
        throw confError(source, token, 'the statement is not finished here: write a ; before this');
      }
      if (isSign(token, ';')) return { words, block: inner, source };
      if (!isSign(token, '{')) {
        words.push(token);
        continue;
      }
      if (depth === MAX_DEPTH) throw confError(source, token, `more than ${MAX_DEPTH} braces are open`);
      inner.push(...block(words[0]?.text.toLowerCase() ?? '', depth + 1));
      if (tokens[taken++] === undefined)
        throw confError(source, token, 'this brace is never closed: write };');
    }
  }
}

/** An error at a token, or at the end of the file. */
export function confError(source: ConfSource, token: Token | undefined, reason: string, cause?: unknown) {
  const offset = token?.offset ?? source.text.length;
  const place = placeOf(source.file, source.text, 0, 1, offset);
  return new ZoneFileError('BAD_NAMED_CONF', reason, place, { cause });
}

/** A comment, a string, a sign or a word; the last one is what is left of an unclosed comment or string. */
const TOKEN =
  /(?:\/\/|#).*|\/\*[\s\S]*?\*\/|"((?:[^"\\\n]|\\.)*)"|[{};]|(\/\*|")|(?:[^\s{};"#/]|\/(?![/*]))+/g;

function tokensOf(source: ConfSource): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, 1: string, 2: unclosed, index: offset } of source.text.matchAll(TOKEN)) {
    const isComment = string === undefined && /^(?:#|\/[/*])/.test(text);
    const token = { text: string?.replace(/\\(.)/g, '$1') ?? text, quoted: string !== undefined, offset };
    if (unclosed !== undefined) {
      throw confError(source, token, `this ${unclosed === '"' ? 'quote' : 'comment'} is never closed`);
    }
    if (!isComment) tokens.push(token);
  }
  return tokens;
}

function isSign(token: Token, sign: string): boolean {
  return token.text === sign && !token.quoted;
}
