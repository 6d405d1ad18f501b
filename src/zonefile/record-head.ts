/** Which TTL, class and type does a record have? */

import { parseType } from '../dns/record-type.js';
import { parsePeriod } from '../dns/ttl.js';
import type { Entry } from './entry.js';
import type { Warn } from './zone-file-error.js';

export interface RecordHead {
  /** In seconds; undefined if the record does not say one. */
  readonly ttl: number | undefined;
  readonly type: string;
}

/** RFC 2181, section 8. */
export const MAX_TTL = 0x7fffffff;
/** What fits into the field; named reads no more as a TTL. */
const MAX_WRITTEN_TTL = 0xffffffff;
/** Every class that named knows (lib/dns/rdataclass.c). */
const CLASS = /^(?:IN|CH|CHAOS|HS|HESIOD|ANY|NONE|RESERVED0|CLASS\d{1,5})$/i;
/** Class 1 (RFC 3597, section 5). */
const INTERNET = /^(?:IN|CLASS0*1)$/i;
/** What BIND 4 and 8 wrote into dumps of their cache. */
const AGE = /^\[AGE:\d+\]$/i;
/** Types that only questions and messages have (RFC 6895, section 3.1): OPT, 128 to 255. */
const META = /^(?:OPT|TKEY|TSIG|[IA]XFR|MAIL[AB]|ANY|TYPE(?:12[89]|1[3-9]\d|2[0-4]\d|25[0-5]))$/;

/** Takes TTL and class, in any order and each of them optional, and the type (RFC 1035, section 5.1). */
export function takeRecordHead(entry: Entry, warn: Warn): RecordHead {
  let ttl: number | undefined;
  let hasClass = false;
  for (;;) {
    const word = takeWord(entry, 'NO_TYPE', 'a record type (A, MX)');
    if (ttl === undefined && isDigit(word.charCodeAt(0))) {
      ttl = takenTtl(entry, word, warn);
    } else if (!hasClass && CLASS.test(word)) {
      hasClass = true;
      if (!INTERNET.test(word)) {
        throw entry.error('BAD_CLASS', `class ${word} is not served: only IN is, remove the record`);
      }
    } else if (AGE.test(word)) {
      warn(
        entry.error('AGE_IGNORED', `${word} is left out: it is a note on how long a cache had the record`),
      );
    } else {
      return { ttl, type: takenType(entry, word) };
    }
  }
}

/** Takes the next token, which must be there and not in quotes; `what` says what it should be. */
export function takeWord(
  entry: Entry,
  code: 'NO_TYPE' | 'BAD_DIRECTIVE' | 'BAD_GENERATE',
  what: string,
): string {
  const token = entry.take();
  if (token === undefined) throw entry.error(code, `${what} is missing here`);
  if (token.quoted) throw entry.error(code, `"${token.text}" should be ${what}, which has no quotes`);
  return token.text;
}

/** The seconds of a TTL just taken. More than RFC 2181 allows is 0, as it says, with a warning. */
export function takenTtl(entry: Entry, word: string, warn: Warn): number {
  const ttl = parsePeriod(word, MAX_WRITTEN_TTL);
  if (ttl <= MAX_TTL) return ttl;
  warn(
    entry.error('TTL_TOO_LARGE', `TTL ${word} counts as 0: write at most ${MAX_TTL} (RFC 2181, section 8)`),
  );
  return 0;
}

/** The type just taken. */
export function takenType(entry: Entry, word: string): string {
  if (word.startsWith('$')) {
    throw entry.error(
      'BAD_DIRECTIVE',
      `${word} must stand at the very beginning of its line to be a directive`,
    );
  }
  const type = parseType(word);
  if (META.test(type))
    throw entry.error('BAD_TYPE', `${type} is for questions: no record can have this type`);
  return type;
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}
