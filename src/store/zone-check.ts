/** Is a drafted zone fit to be served, and what of it is kept? */

import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { Draft, DraftedOwner } from './draft.js';
import { countLines, formatLine, hasType, type Owner } from './owner.js';
import { noSoa, type Report, settleOwner } from './owner-rules.js';
import type { OnProblem } from './problem.js';
import { checkTargets, targetTypes, warnOfDname } from './target-rules.js';
import { isBelow, isInZone } from './zone-tree.js';

/** What a single record is, of which more has to be asked than where it stands. */
const SPECIAL = new Set(['SOA', 'DNAME', ...targetTypes]);

/** The errors and warnings of a draft, without any database. Returns how much it has. */
export function checkDraft(
  zoneName: string,
  draft: Draft,
  onProblem: OnProblem,
): { readonly records: number; readonly names: number } {
  let records = 0;
  let names = 0;
  for (const { lines } of checkedOwners(draft, sortKey(zoneName), onProblem)) {
    records += countLines(lines);
    names += 1;
  }
  return { records, names };
}

/**
 * The owners of a zone in order, settled: duplicates left out, one TTL in each rrset. All that is wrong is told on the way;
 * after an error what comes is of no use but to find the next.
 */
export function* checkedOwners(draft: Draft, apex: string, onProblem: OnProblem): Generator<Owner> {
  let isFirst = true;
  let dname: string | undefined;
  for (const owner of draft.owners()) {
    const { name, lines } = owner;
    const type = lines.slice(0, lines.indexOf(' '));
    const isPlain = name !== apex && !lines.includes('\n') && !SPECIAL.has(type);
    const report = reporter(draft, owner, onProblem);
    if (!isInZone(name, apex)) {
      const message = `${nameOfSortKey(name)} is not in the zone ${nameOfSortKey(apex)}: remove it, or write its name with the zone's behind`;
      report('error', 'OUT_OF_ZONE', message, 0);
      continue;
    }
    if (isFirst && name !== apex)
      onProblem({ severity: 'error', code: 'NO_SOA', message: noSoa(nameOfSortKey(apex)) });
    isFirst = false;
    if (isBelow(name, dname)) warnOfDname(name, dname!, report);
    if (isPlain) {
      yield owner;
      continue;
    }
    const records = settleOwner(owner, apex, report);
    checkTargets(owner, apex, (key) => draft.lines(key), report);
    if (hasType(lines, 'DNAME')) dname = name;
    yield { name, lines: records.map(formatLine).join('\n') };
  }
  if (isFirst) onProblem({ severity: 'error', code: 'NO_SOA', message: noSoa(nameOfSortKey(apex)) });
}

function reporter(draft: Draft, owner: DraftedOwner, onProblem: OnProblem): Report {
  let places: readonly string[] | undefined;
  return (severity, code, message, line) => {
    places ??= owner.places.split(' ');
    const place = draft.place(places[line]!);
    onProblem({ severity, code, message, ...(place !== undefined && { place }) });
  };
}
