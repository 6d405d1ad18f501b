/** Do the hosts that records name stand in the zone as they should? */

import { nameOfSortKey } from '../dns/names.js';
import { isInZone } from './enclosure.js';
import { hasType, type OwnedRecord } from './owner.js';
import type { Problem } from './problem.js';

/** Types whose last field is a host. */
const HOST_TYPES = new Set(['NS', 'MX', 'SRV']);

/** The host that a record names, without final dot; undefined if there is none, or if it says that there is none (`.`). */
export function hostOf({ type, content }: OwnedRecord): string | undefined {
  if (!HOST_TYPES.has(type)) return undefined;
  const host = content.slice(content.lastIndexOf(' ') + 1, -1);
  return host === '' ? undefined : host;
}

/** What a zone says about a host that one of its records names. Names are sort keys. */
export interface Host {
  readonly name: string;
  readonly lines: string;
  /** Whether it is at a delegation or below. */
  readonly isDelegated: boolean;
  /** Whether a wildcard may stand for it. */
  readonly hasWildcard: boolean;
}

/** What is wrong with a host of the zone: it should have an address, unless another zone has to know it. */
export function hostProblem(
  { name, lines, isDelegated, hasWildcard }: Host,
  apex: string,
  owner: string,
  type: string,
): Omit<Problem, 'place'> | undefined {
  if (hasType(lines, 'A') || hasType(lines, 'AAAA') || !isInZone(name, apex)) return undefined;
  const what = `${nameOfSortKey(owner)} ${type}: ${nameOfSortKey(name)}`;
  if (hasType(lines, 'CNAME'))
    return {
      severity: 'warning',
      code: 'TARGET_IS_ALIAS',
      message: `${what} is a CNAME: name what it points to`,
    };
  if (type === 'NS' && owner !== apex && isInZone(name, owner)) {
    const message = `${what} can be found only by an address here (glue): write its A or AAAA`;
    return { severity: 'warning', code: 'NO_ADDRESS', message };
  }
  if (isDelegated || hasWildcard) return undefined;
  const message = `${what} has no A or AAAA: write one, or mind the final dot`;
  return { severity: 'warning', code: 'NO_ADDRESS', message };
}

/** RFC 6672, section 2.4. `name` and `dname` are sort keys. */
export function dnameProblem(name: string, dname: string): Omit<Problem, 'place'> {
  const message = `${nameOfSortKey(name)} is below the DNAME of ${nameOfSortKey(dname)}, which hides it: remove one`;
  return { severity: 'warning', code: 'BELOW_DNAME', message };
}
