/** Which records may stand together in a zone? */

import { nameOfSortKey } from '../dns/names.js';
import type { OwnedRecord, Owner } from './owner.js';
import { StoreError } from './store-error.js';

/** Told what was put right or looks wrong, in words. */
export type OnWarning = (message: string) => void;

/** Types whose content is names, numbers and addresses only: the case of its letters means nothing. */
const CASELESS = new Set('A AAAA AFSDB CNAME DNAME KX MX NS PTR RP SOA SRV'.split(' '));

/**
 * The records of a name, the SOA first, without duplicates and with one TTL for each rrset.
 *
 * Throws SEVERAL_SOAS, SOA_BELOW_APEX, NO_SOA, SEVERAL_CNAMES (RFC 2181, section 10.1) and CNAME_AND_OTHER_DATA
 * (RFC 1034, section 3.6.2).
 */
export function settleOwner(
  { name, records }: Owner,
  apex: string,
  onWarning: OnWarning,
): readonly OwnedRecord[] {
  if (records.length === 1 && name !== apex && records[0]!.type !== 'SOA') return records;
  const owner = nameOfSortKey(name);
  const settled = new Map<string, OwnedRecord>();
  const ttls = new Map<string, number>();
  for (const record of records) {
    const { type, ttl, content } = record;
    const rrsetTtl = ttls.get(type) ?? ttl;
    ttls.set(type, rrsetTtl);
    if (ttl !== rrsetTtl)
      onWarning(`${owner} ${type}: TTL ${ttl} is taken as ${rrsetTtl}, the first of its rrset`);
    const key = `${type} ${CASELESS.has(type) ? content.toLowerCase() : content}`;
    if (settled.has(key)) onWarning(`${owner} ${type} ${content} stands twice: one is kept`);
    else settled.set(key, ttl === rrsetTtl ? record : { type, ttl: rrsetTtl, content });
  }
  const kept = [...settled.values()];
  warnOfSize(kept, owner, onWarning);
  checkCname(kept, owner);
  checkSoa(kept, owner, name === apex);
  if (name !== apex) return kept;
  if (!ttls.has('NS')) onWarning(`${owner} has no NS record`);
  return kept.sort((a, b) => Number(b.type === 'SOA') - Number(a.type === 'SOA'));
}

/** A message can't have more (RFC 1035, section 4.2.2), and PowerDNS sends nothing then. */
const MAX_MESSAGE_BYTES = 0xffff;
/** A compressed name, type, class, TTL and length (RFC 1035, section 4.1.3). */
const RECORD_HEAD_BYTES = 12;

/** The content takes about as many bytes as letters, but for addresses. */
function warnOfSize(records: readonly OwnedRecord[], owner: string, onWarning: OnWarning): void {
  const sizes = new Map<string, number>();
  for (const { type, content } of records) {
    const bytes = type === 'A' ? 4 : type === 'AAAA' ? 16 : content.length;
    sizes.set(type, (sizes.get(type) ?? 0) + RECORD_HEAD_BYTES + bytes);
  }
  for (const [type, bytes] of sizes) {
    if (bytes <= MAX_MESSAGE_BYTES) continue;
    onWarning(
      `${owner} ${type}: the rrset takes about ${Math.ceil(bytes / 1024)} KiB, over 64 KB on the wire: PowerDNS can't send it`,
    );
  }
}

function checkCname(records: readonly OwnedRecord[], owner: string): void {
  const cnames = records.filter(({ type }) => type === 'CNAME').length;
  if (cnames > 1) throw new StoreError('SEVERAL_CNAMES', `${owner} has ${cnames} CNAME records: keep one`);
  const other = records.find(({ type }) => type !== 'CNAME');
  if (cnames === 1 && other !== undefined) {
    throw new StoreError(
      'CNAME_AND_OTHER_DATA',
      `${owner} has a CNAME and ${other.type}: a CNAME stands alone`,
    );
  }
}

function checkSoa(records: readonly OwnedRecord[], owner: string, isApex: boolean): void {
  const soas = records.filter(({ type }) => type === 'SOA').length;
  if (!isApex && soas > 0) {
    throw new StoreError('SOA_BELOW_APEX', `${owner} has a SOA record, but is not the name of the zone`);
  }
  if (isApex && soas > 1) throw new StoreError('SEVERAL_SOAS', `${owner} has ${soas} SOA records: keep one`);
  if (isApex && soas === 0) throw noSoa(owner);
}

/** Without a SOA record there is no zone. */
export function noSoa(owner: string): StoreError {
  return new StoreError(
    'NO_SOA',
    `${owner} has no SOA record: PowerDNS would refuse every question for the zone`,
  );
}
