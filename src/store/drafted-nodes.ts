/** Which rows does a draft become? */

import { sortKey } from '../dns/names.js';
import type { Draft } from './draft.js';
import { countLines } from './owner.js';
import { type OnProblem, type Problem, problemError } from './problem.js';
import { isEmptyNonTerminal } from './row.js';
import { StoreError } from './store-error.js';
import { checkedOwners } from './zone-check.js';
import { type Node, zoneNodes } from './zone-tree.js';

export interface CheckOptions {
  /** A warning is as bad as an error. */
  readonly strict?: boolean;
  /** Told of each error and warning. Without it the first error is thrown and warnings are lost. */
  readonly onProblem?: OnProblem;
}

/** A zone that waits to be written: a draft, or one in another thread. */
export interface DraftedZone {
  /** The rows in order. Throws StoreError at the end if there was an error. `apex` is a sort key. */
  nodes(apex: string, options: CheckOptions): Iterable<Node>;
}

/** Tells the errors and warnings of a zone, without any database. Returns how much it has, and whether it is fit to be stored. */
export function checkZone(zoneName: string, drafted: DraftedZone, options: CheckOptions) {
  let records = 0;
  let names = 0;
  try {
    for (const { row } of drafted.nodes(sortKey(zoneName), options)) {
      if (isEmptyNonTerminal(row)) continue;
      records += countLines(row);
      names += 1;
    }
    return { records, names, isFit: true };
  } catch (error) {
    if (!(error instanceof StoreError) || error.code === 'DISK_FULL') throw error;
    return { records, names, isFit: false };
  }
}

export function* draftedNodes(
  draft: Draft,
  apex: string,
  { strict = false, onProblem }: CheckOptions,
): Generator<Node> {
  let firstError: Problem | undefined;
  const report = (problem: Problem): void => {
    const severity = strict ? 'error' : problem.severity;
    if (severity === 'error') firstError ??= problem;
    onProblem?.({ ...problem, severity });
  };
  yield* zoneNodes(apex, checkedOwners(draft, apex, report));
  if (firstError !== undefined) throw problemError(firstError);
}
