/** What answers the lines of one connection, whoever knows the answer? */

/** The reply to one line, each line of it ended by a newline: at once or later, whole or in pieces. */
export type ReplyText = string | Iterable<string> | Promise<string> | AsyncIterable<string>;

/** One PowerDNS's counterpart. The next line is handed to it when its reply to the last one is complete. */
export interface Responder {
  /** Never throws, and never rejects. `isWhole` is false for the beginning of a line that was too long to be read. */
  answer(line: string, isWhole: boolean): ReplyText;
  /** PowerDNS has gone. */
  close?(): void;
}
