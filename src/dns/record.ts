/** What is a resource record? */

/**
 * One resource record in presentation format, class IN.
 *
 * `name` is absolute, without a final dot (the root is `.`), with `\.`, `\\` and `\DDD` as its only escapes and
 * ASCII letters in any case. `content` is the presentation format of RFC 1035 chapter 5 in its normal form: names
 * absolute with a final dot, character-strings quoted, fields separated by single blanks, printable ASCII only.
 */
export interface ResourceRecord {
  readonly name: string;
  /** Mnemonic in capitals, or `TYPEnnn`. */
  readonly type: string;
  /** Seconds, 0 to 2147483647 (RFC 2181, section 8). */
  readonly ttl: number;
  readonly content: string;
}
