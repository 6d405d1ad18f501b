/** Which names exist in a zone, and for which of their records is it authoritative? */

import { ancestorsOf, isBelow } from './enclosure.js';
import { hasType, type Owner } from './owner.js';
import { packEmptyNonTerminal, packLines } from './row.js';

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
 * `cut` is one that is known already.
 */
export function* zoneNodes(apex: string, owners: Iterable<Owner>, cut?: string): Generator<Node> {
  let previous = apex;
  let lastCut = cut;
  for (const { name, lines } of owners) {
    for (const ancestor of missingAncestors(apex, previous, name)) {
      yield { name: ancestor, row: packEmptyNonTerminal(!isBelow(ancestor, lastCut)) };
    }
    const belowCut = isBelow(name, lastCut);
    const isCut = !belowCut && name !== apex && hasType(lines, 'NS');
    if (isCut) lastCut = name;
    yield { name, row: packLines(lines, belowCut ? 'none' : isCut ? 'DS' : 'all') };
    previous = name;
  }
}

/** The names between the apex and `name` that neither `previous` nor a name above it has made exist. */
function missingAncestors(apex: string, previous: string, name: string): string[] {
  return ancestorsOf(apex, name).filter((ancestor) => previous !== ancestor && !isBelow(previous, ancestor));
}
