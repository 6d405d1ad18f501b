/** How does one zone get into the database? */

import type { Difference } from '../store/difference.js';
import { checkZone, type DraftedZone } from '../store/drafted-nodes.js';
import type { ReplacedZone, ReplaceOptions } from '../store/replacement.js';
import type { Drafts, ReadZone } from './drafts.js';
import { Problems, type ShownProblem } from './problems.js';
import type { Progress } from './progress.js';
import type { ReadingListener } from './zone-reading.js';

/** A zone from somewhere. */
export interface SourcedZone {
  /** For messages: a file, or a zone of a server. */
  readonly label: string;
  /** Throws what reading throws. */
  read(drafts: Drafts, listener: ReadingListener): ReadZone | Promise<ReadZone>;
}

/** Puts a draft into the database, or says what would become of it. */
export type Replace = (zoneName: string, drafted: DraftedZone, options: ReplaceOptions) => ReplacedZone;

export interface ImportedZone extends ReplacedZone {
  readonly file: string;
  readonly warnings: number;
  readonly problems: readonly ShownProblem[];
  /** For a dry run alone. */
  readonly differences?: readonly Difference[];
}

export interface FailedZone {
  readonly file: string;
  /** In words. */
  readonly error: string;
  readonly code: string;
  readonly problems: readonly ShownProblem[];
}

export type Imported = ImportedZone | FailedZone;

/** Replaces the zone, or leaves the database as it was and says why. */
export async function importZone(
  zone: SourcedZone,
  drafts: Drafts,
  replace: Replace,
  options: ReplaceOptions,
  progress: Progress,
): Promise<Imported> {
  const file = zone.label;
  const problems = new Problems(file, options.strict === true, progress);
  const failed = (): FailedZone => {
    const { code } = problems.kept.find(({ severity }) => severity === 'error')!;
    return { file, error: problems.summary('error'), code, problems: problems.kept };
  };
  try {
    const { drafted, zoneName } = await zone.read(drafts, {
      report: problems.report,
      advance: progress.advance,
    });
    const checked = { ...options, onProblem: problems.report };
    if (problems.counts.error > 0) {
      if (zoneName !== undefined) checkZone(zoneName, drafted, checked);
      return failed();
    }
    const replaced = replace(zoneName!, drafted, checked);
    return { file, ...replaced, warnings: problems.counts.warning, problems: problems.kept };
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    // What is wrong with the zone has been reported before it was thrown.
    if (problems.counts.error === 0) {
      problems.report({ severity: 'error', code: String(cause.code), message: cause.message });
    }
    return failed();
  } finally {
    problems.end();
  }
}
