/** Do the names that records point to stand in the zone as they should? */

import { nameOfSortKey, sortKey } from '../dns/names.js';
import { hasType, type OwnedRecord, type Owner, parseLines } from './owner.js';
import type { Report } from './owner-rules.js';
import { ancestorsOf, isInZone } from './zone-tree.js';

/** Types whose last field is a host. */
export const targetTypes: readonly string[] = ['NS', 'MX', 'SRV'];

/** The lines of a name of the zone, which is a sort key; nothing if it has none. */
export type LinesOf = (name: string) => string | undefined;

/** What a record names in the same zone should have an address, unless another zone has to know it. */
export function checkTargets({ name, lines }: Owner, apex: string, linesOf: LinesOf, report: Report): void {
  for (const [line, record] of parseLines(lines).entries()) {
    if (targetTypes.includes(record.type)) checkTarget(name, record, line, apex, linesOf, report);
  }
}

/** RFC 6672, section 2.4. `name` and `dname` are sort keys. */
export function warnOfDname(name: string, dname: string, report: Report): void {
  const message = `${nameOfSortKey(name)} is below the DNAME of ${nameOfSortKey(dname)}, which hides it: remove one`;
  report('warning', 'BELOW_DNAME', message, 0);
}

function checkTarget(
  owner: string,
  { type, content }: OwnedRecord,
  line: number,
  apex: string,
  linesOf: LinesOf,
  report: Report,
): void {
  const target = content.slice(content.lastIndexOf(' ') + 1);
  const key = sortKey(target.slice(0, -1) || '.');
  if (target === '.' || !isInZone(key, apex)) return;
  const lines = linesOf(key) ?? '';
  if (hasType(lines, 'A') || hasType(lines, 'AAAA')) return;
  const what = `${nameOfSortKey(owner)} ${type}: ${target}`;
  if (hasType(lines, 'CNAME')) {
    report('warning', 'TARGET_IS_ALIAS', `${what} is a CNAME: name what it points to`, line);
  } else if (type === 'NS' && owner !== apex && isInZone(key, owner)) {
    const message = `${what} can be found only by an address here (glue): write its A or AAAA`;
    report('warning', 'NO_ADDRESS', message, line);
  } else if (!isElsewhere(key, apex, linesOf)) {
    report('warning', 'NO_ADDRESS', `${what} has no A or AAAA: write one, or mind the final dot`, line);
  }
}

/** Whether a delegation takes a name out of the zone, or a wildcard may stand for it. */
function isElsewhere(name: string, apex: string, linesOf: LinesOf): boolean {
  const above = ancestorsOf(apex, name);
  const wildcards = [apex, ...above].map((each) => (each === '' ? '*' : `${each} *`));
  return (
    [...above, name].some((each) => each !== apex && hasType(linesOf(each) ?? '', 'NS')) ||
    wildcards.some((each) => linesOf(each) !== undefined)
  );
}
