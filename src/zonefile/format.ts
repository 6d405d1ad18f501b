/** How is a zone written as a file? */

import { foldName, formatName } from '../dns/names.js';
import type { ResourceRecord } from '../dns/record.js';
import { typeNumber } from '../dns/record-type.js';
import { relativeContent, relativeName } from '../dns/relative-names.js';

/**
 * The lines of a master file (RFC 1035, section 5), each with its newline: `$ORIGIN`, then one record a line, with owner,
 * TTL, class, type and content, so that two exports can be compared line by line.
 *
 * The records come owner by owner, in whichever order an owner has them: the text is the same. Holds those of one owner.
 */
export function* formatZoneFile(zoneName: string, records: Iterable<ResourceRecord>): Generator<string> {
  yield `$ORIGIN ${formatName(zoneName)}\n`;
  let ofOwner: ResourceRecord[] = [];
  let owner: string | undefined;
  for (const record of records) {
    const folded = foldName(record.name);
    if (folded !== owner) {
      yield* formatOwner(zoneName, ofOwner);
      ofOwner = [];
      owner = folded;
    }
    ofOwner.push(record);
  }
  yield* formatOwner(zoneName, ofOwner);
}

function* formatOwner(zoneName: string, records: ResourceRecord[]): Generator<string> {
  for (const { name, ttl, type, content } of records.sort(compareRecords)) {
    const owner = name === zoneName ? '@' : relativeName(formatName(name), zoneName);
    yield `${owner}\t${ttl}\tIN\t${type}\t${relativeContent(content, zoneName)}\n`;
  }
}

/** The SOA first, as readers expect, then NS, then the types by number. */
function compareRecords(a: ResourceRecord, b: ResourceRecord): number {
  if (a.type !== b.type) return rank(a.type) - rank(b.type);
  if (a.content === b.content) return 0;
  return a.content < b.content ? -1 : 1;
}

function rank(type: string): number {
  if (type === 'SOA') return -2;
  return type === 'NS' ? -1 : typeNumber(type);
}
