/** Which names exist in a zone, and for which of their records is it authoritative? */

import type { Owner } from './owner.js';
import { packEmptyNonTerminal, packRecords } from './row.js';

/** A name of a zone with its row. */
export interface Node {
  readonly name: string;
  readonly row: string;
}

/**
 * The nodes of a zone, from its owners in order of their sort keys: with the auth flag of each record, and with every
 * name that exists only because there are names below it (RFC 4592, section 2.2.2).
 *
 * Not authoritative: everything below a cut, and at a cut everything but the DS (bindbackend2.cc, fixupOrderAndAuth).
 */
export function* zoneNodes(apex: string, owners: Iterable<Owner>): Generator<Node> {
  let previous = apex;
  let cut: string | undefined;
  for (const { name, records } of owners) {
    for (const ancestor of missingAncestors(apex, previous, name)) {
      yield { name: ancestor, row: packEmptyNonTerminal(!isBelow(ancestor, cut)) };
    }
    const belowCut = isBelow(name, cut);
    const isCut = !belowCut && name !== apex && records.some(({ type }) => type === 'NS');
    if (isCut) cut = name;
    yield { name, row: packRecords(records, (type) => !belowCut && (!isCut || type === 'DS')) };
    previous = name;
  }
}

/** The names between the apex and `name` that neither `previous` nor a name above it has made exist. */
function* missingAncestors(apex: string, previous: string, name: string): Generator<string> {
  const start = apex === '' ? 0 : apex.length + 1;
  for (let end = name.indexOf(' ', start); end > 0; end = name.indexOf(' ', end + 1)) {
    const ancestor = name.slice(0, end);
    if (previous !== ancestor && !isBelow(previous, ancestor)) yield ancestor;
  }
}

/** Whether a name (a sort key) is the apex or below it. */
export function isInZone(name: string, apex: string): boolean {
  return apex === '' || name === apex || isBelow(name, apex);
}

function isBelow(name: string, ancestor: string | undefined): boolean {
  return ancestor !== undefined && name.charCodeAt(ancestor.length) === 0x20 && name.startsWith(ancestor);
}
