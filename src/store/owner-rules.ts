/** Which records may stand together at one name? */

import { nameOfSortKey } from '../dns/names.js';
import { type OwnedRecord, type Owner, parseLines } from './owner.js';
import type { Problem } from './problem.js';

/** Told what is wrong, and with which of the owner's lines, counted from 0. */
export type Report = (
  severity: Problem['severity'],
  code: Problem['code'],
  message: string,
  line: number,
) => void;

/** Types whose content is names, numbers and addresses only: the case of its letters means nothing. */
const CASELESS = new Set('A AAAA AFSDB CNAME DNAME KX LP MB MG MINFO MR MX NS PTR RP SOA SRV'.split(' '));

/** Whether two contents of a type, in normal form, are the same. */
export function isSameContent(type: string, content: string, other: string): boolean {
  return comparable(type, content) === comparable(type, other);
}

function comparable(type: string, content: string): string {
  return CASELESS.has(type) ? content.toLowerCase() : content;
}

/** The records of a name, the SOA first, without duplicates and with one TTL for each rrset. */
export function settleOwner({ name, lines }: Owner, apex: string, report: Report): readonly OwnedRecord[] {
  const owner = nameOfSortKey(name);
  const records = parseLines(lines);
  checkAlone(records, owner, report);
  checkSoa(records, owner, name === apex, report);
  const settled = new Map<string, OwnedRecord>();
  const ttls = new Map<string, number>();
  for (const [line, record] of records.entries()) {
    const { type, ttl, content } = record;
    const rrsetTtl = ttls.get(type) ?? ttl;
    ttls.set(type, rrsetTtl);
    if (ttl !== rrsetTtl) {
      const message = `${owner} ${type}: TTL ${ttl} is taken as ${rrsetTtl}, the first of its rrset`;
      report('warning', 'TTL_DIFFERS', message, line);
    }
    const key = `${type} ${comparable(type, content)}`;
    if (settled.has(key)) {
      report('warning', 'DUPLICATE', `${owner} ${type} ${content} stands twice: one is kept`, line);
    } else {
      settled.set(key, ttl === rrsetTtl ? record : { type, ttl: rrsetTtl, content });
    }
  }
  const kept = [...settled.values()];
  warnOfSize(kept, records, owner, report);
  if (name !== apex) return kept;
  if (!ttls.has('NS')) {
    const message = `${owner} has no NS record: name its servers, or nobody can delegate to it`;
    report('warning', 'NO_NS', message, 0);
  }
  return kept.sort((a, b) => Number(b.type === 'SOA') - Number(a.type === 'SOA'));
}

/** RFC 1034, section 3.6.2; RFC 2181, section 10.1; RFC 6672, section 2.4. */
function checkAlone(records: readonly OwnedRecord[], owner: string, report: Report): void {
  const first = new Map<string, OwnedRecord>();
  for (const [line, record] of records.entries()) {
    const { type, content } = record;
    if (type !== 'CNAME' && type !== 'DNAME') continue;
    const before = first.get(type);
    if (before === undefined) first.set(type, record);
    else if (before.content.toLowerCase() !== content.toLowerCase())
      report('error', `SEVERAL_${type}S`, `${owner} has several ${type} records: keep one`, line);
  }
  if (!first.has('CNAME')) return;
  const line = records.findIndex(({ type }) => type !== 'CNAME');
  if (line < 0) return;
  const message = `${owner} has a CNAME and ${records[line]!.type}: a CNAME stands alone, remove one`;
  report('error', 'CNAME_AND_OTHER_DATA', message, line);
}

function checkSoa(records: readonly OwnedRecord[], owner: string, isApex: boolean, report: Report): void {
  let soa: OwnedRecord | undefined;
  for (const [line, record] of records.entries()) {
    if (record.type !== 'SOA') continue;
    if (!isApex) {
      const message = `${owner} has a SOA record, but is not the name of the zone: remove it, or put this name into a zone of its own`;
      report('error', 'SOA_BELOW_APEX', message, line);
    } else if (soa === undefined) soa = record;
    else if (soa.content.toLowerCase() !== record.content.toLowerCase())
      report('error', 'SEVERAL_SOAS', `${owner} has several SOA records: keep one`, line);
  }
  if (isApex && soa === undefined) report('error', 'NO_SOA', noSoa(owner), 0);
}

/** Without a SOA record there is no zone. */
export function noSoa(owner: string): string {
  return `${owner} has no SOA record: write one, PowerDNS would refuse every question for the zone`;
}

/** A message can't have more (RFC 1035, section 4.2.2), and PowerDNS sends nothing then. */
const MAX_MESSAGE_BYTES = 0xffff;
/** A compressed name, type, class, TTL and length (RFC 1035, section 4.1.3). */
const RECORD_HEAD_BYTES = 12;

/** The content takes about as many bytes as letters, but for addresses. */
function warnOfSize(
  kept: readonly OwnedRecord[],
  records: readonly OwnedRecord[],
  owner: string,
  report: Report,
): void {
  const sizes = new Map<string, number>();
  for (const { type, content } of kept) {
    const bytes = type === 'A' ? 4 : type === 'AAAA' ? 16 : content.length;
    sizes.set(type, (sizes.get(type) ?? 0) + RECORD_HEAD_BYTES + bytes);
  }
  for (const [type, bytes] of sizes) {
    if (bytes <= MAX_MESSAGE_BYTES) continue;
    const message = `${owner} ${type}: the rrset takes about ${Math.ceil(bytes / 1024)} KiB, over 64 KB on the wire: PowerDNS can't send it, remove records`;
    report(
      'warning',
      'RRSET_TOO_LARGE',
      message,
      records.findIndex((record) => record.type === type),
    );
  }
}
