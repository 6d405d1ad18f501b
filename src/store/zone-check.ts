/** Is a drafted zone fit to be served, and what of it is kept? */

import { nameOfSortKey } from '../dns/names.js';
import type { Draft, DraftedOwner } from './draft.js';
import { isBelow, isInZone } from './enclosure.js';
import { formatLine, hasType, type Owner } from './owner.js';
import { noSoa, type Report, settleOwner } from './owner-rules.js';
import type { OnProblem } from './problem.js';
import { dnameProblem, hostProblem } from './target-rules.js';

/**
 * The owners of a zone in order, settled: duplicates left out, one TTL in each rrset. All that is wrong is told on the way;
 * after an error what comes is of no use but to find the next.
 */
export function* checkedOwners(draft: Draft, apex: string, onProblem: OnProblem): Generator<Owner> {
  const way = new Way(apex);
  let isFirst = true;
  for (const owner of draft.owners()) {
    const { name, lines, wanted } = owner;
    if (!isInZone(name, apex)) {
      if (lines !== '') reportOutOfZone(draft, owner, apex, onProblem);
      continue;
    }
    if (isFirst && name !== apex)
      onProblem({ severity: 'error', code: 'NO_SOA', message: noSoa(nameOfSortKey(apex)) });
    isFirst = false;
    way.goTo(name, lines);
    if (wanted.length > 0) reportHost(draft, owner, way, onProblem);
    if (lines === '') continue;
    if (isBelow(name, way.dname)) {
      const place = draft.place(owner.places.split(' ')[0]!);
      onProblem({ ...dnameProblem(name, way.dname!), ...(place !== undefined && { place }) });
    }
    if (name !== apex && isPlain(lines)) {
      yield owner;
      continue;
    }
    const records = settleOwner(owner, apex, reporter(draft, owner, onProblem));
    yield { name, lines: records.map(formatLine).join('\n') };
  }
  if (isFirst) onProblem({ severity: 'error', code: 'NO_SOA', message: noSoa(nameOfSortKey(apex)) });
}

/** What stands above a name, as the names of a zone are gone through in order. */
class Way {
  /** The topmost delegation at or above the name. */
  cut: string | undefined;
  /** A name with a DNAME, at or above the name. */
  dname: string | undefined;
  /** Names above the name that have a wildcard right below. */
  #wildcards: string[] = [];

  constructor(readonly apex: string) {}

  goTo(name: string, lines: string): void {
    const isAbove = (other: string | undefined): boolean => other === name || isBelow(name, other);
    if (!isAbove(this.cut)) this.cut = undefined;
    if (!isAbove(this.dname)) this.dname = undefined;
    while (this.#wildcards.length > 0 && !isInZone(name, this.#wildcards.at(-1)!)) this.#wildcards.pop();
    if (lines === '') return;
    if (name !== this.apex && this.cut === undefined && hasType(lines, 'NS')) this.cut = name;
    if (this.dname === undefined && hasType(lines, 'DNAME')) this.dname = name;
    if (name.endsWith('*') && (name === '*' || name.endsWith(' *'))) this.#wildcards.push(name.slice(0, -2));
  }

  get hasWildcard(): boolean {
    return this.#wildcards.length > 0;
  }
}

/** What may be wrong in a zone even if its name has no other record of the type. */
const SPECIAL = new Set(['SOA', 'CNAME', 'DNAME']);

/** Whether no rule can be broken: most names have one record, or one each of some types. */
function isPlain(lines: string): boolean {
  if (!lines.includes('\n')) return !lines.startsWith('SOA ');
  const types = lines.split('\n').map((line) => line.slice(0, line.indexOf(' ')));
  return new Set(types).size === types.length && !types.some((type) => SPECIAL.has(type));
}

function reporter(draft: Draft, { places }: DraftedOwner, onProblem: OnProblem): Report {
  let texts: readonly string[] | undefined;
  return (severity, code, message, line) => {
    texts ??= places.split(' ');
    const place = draft.place(texts[line]!);
    onProblem({ severity, code, message, ...(place !== undefined && { place }) });
  };
}

function reportOutOfZone(draft: Draft, owner: DraftedOwner, apex: string, onProblem: OnProblem): void {
  const message = `${nameOfSortKey(owner.name)} is not in the zone ${nameOfSortKey(apex)}: remove it, or write its name with the zone's behind`;
  reporter(draft, owner, onProblem)('error', 'OUT_OF_ZONE', message, 0);
}

function reportHost(
  draft: Draft,
  { name, lines, wanted }: DraftedOwner,
  way: Way,
  onProblem: OnProblem,
): void {
  const host = { name, lines, isDelegated: way.cut !== undefined, hasWildcard: way.hasWildcard };
  for (const { type, owner, place: text } of wanted) {
    const problem = hostProblem(host, way.apex, owner, type);
    const place = draft.place(text);
    if (problem !== undefined) onProblem({ ...problem, ...(place !== undefined && { place }) });
  }
}
