/** Who knows the answer? The contract between a session and whatever stands behind it. */

import type { Data } from '../protocol/reply.js';
import type { Question, Transfer } from '../protocol/request.js';

/**
 * Whatever knows the answers.
 *
 * "There is nothing" is an empty iterable; "I could not look" is a thrown error, which the session turns into a
 * LOG with the message and a failed answer. The two never stand for each other.
 */
export interface Backend {
  /**
   * The records at `question.qname`, of `question.qtype` (`ANY`: all of them).
   *
   * A SOA question yields exactly one SOA if the name is an apex, else nothing: never the parent's. With a zone id
   * of 0 or more only this zone's records count (at a cut: the parent's NS and DS, not the child's data).
   * A wildcard is asked for literally and answered literally. An empty non-terminal is one Data of type `ENT`.
   */
  lookup(question: Question): Iterable<Data>;
  /** Every record of a zone, SOA first; throws if there is no such zone. No empty non-terminals. */
  transfer(request: Transfer): Iterable<Data>;
  /** Lines for an operator who typed `text`; undefined if this backend does not know the command. */
  command?(text: string): Iterable<string> | undefined;
  /**
   * The state that the next lookup would answer from; undefined: not known before it is asked. The same object twice
   * means that the same question has the same answer, and one that is gone never comes back.
   */
  state?(): object | undefined;
  /** Lets go of what is kept from one question to the next: for all that is known, the next may come in hours. */
  rest?(): void;
  close(): void;
}
