/** Is a drafted zone fit to be served, and what of it is kept? */

import { nameOfSortKey, sortKey } from '../dns/names.js';
import type { Draft } from './draft.js';
import { countLines, formatLine, hasType, type Owner } from './owner.js';
import { noSoa, type Report, settleOwner } from './owner-rules.js';
import type { OnProblem } from './problem.js';
import { checkTargets, targetTypes, warnOfDname } from './target-rules.js';
import { isBelow, isInZone } from './zone-tree.js';

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
    if (!isInZone(name, apex)) {
      const message = `${nameOfSortKey(name)} is not in the zone ${nameOfSortKey(apex)}: remove it, or write its name with the zone's behind`;
      reporter(draft, name, onProblem)('error', 'OUT_OF_ZONE', message, 0);
      continue;
    }
    if (isFirst && name !== apex)
      onProblem({ severity: 'error', code: 'NO_SOA', message: noSoa(nameOfSortKey(apex)) });
    isFirst = false;
    if (isBelow(name, dname)) warnOfDname(name, dname!, reporter(draft, name, onProblem));
    if (name !== apex && isPlain(lines)) {
      yield owner;
      continue;
    }
    const report = reporter(draft, name, onProblem);
    const records = settleOwner(owner, apex, report);
    checkTargets(owner, apex, (key) => draft.lines(key), report);
    if (hasType(lines, 'DNAME')) dname = name;
    yield { name, lines: records.map(formatLine).join('\n') };
  }
  if (isFirst) onProblem({ severity: 'error', code: 'NO_SOA', message: noSoa(nameOfSortKey(apex)) });
}

/** What may be wrong in a zone even if its name has no other record of the type. */
const SPECIAL = new Set(['SOA', 'CNAME', 'DNAME', ...targetTypes]);

/** Whether no rule can be broken: most names have one record, or one of each of some types. */
function isPlain(lines: string): boolean {
  const type = lines.slice(0, lines.indexOf(' '));
  const more = lines.indexOf('\n');
  if (more < 0) return type === 'CNAME' || !SPECIAL.has(type);
  const types = lines.split('\n').map((line) => line.slice(0, line.indexOf(' ')));
  return new Set(types).size === types.length && !types.some((each) => SPECIAL.has(each));
}

function reporter(draft: Draft, name: string, onProblem: OnProblem): Report {
  let places: ReturnType<Draft['places']> | undefined;
  return (severity, code, message, line) => {
    places ??= draft.places(name);
    const place = places[line];
    onProblem({ severity, code, message, ...(place !== undefined && { place }) });
  };
}
