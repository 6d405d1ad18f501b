/** What is a zone that does not come out of a zone file? */

import type { Draft } from '../../store/draft.js';
import type { ShownProblem } from '../problems.js';

/** A zone of a database, of a table or of a name server. Zones that come one after the other are read in that order. */
export interface SourcedZone {
  /** For messages. */
  readonly label: string;
  /**
   * Adds its records to the draft. Returns its name in normal form, or undefined if nothing names it; that has been
   * reported. Throws an error with a `code` where reading can't go on.
   */
  read(draft: RecordSink, listener: SourceListener): Promise<string | undefined> | string | undefined;
}

/** Takes records in any order. */
export type RecordSink = Pick<Draft, 'add'>;

/** Told what comes of reading a zone. */
export interface SourceListener {
  report(problem: ShownProblem): void;
  /** What is worth knowing and nobody's fault. */
  note(text: string): void;
}
