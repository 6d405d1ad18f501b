/** How do the records of one owner stand in a row? */

import type { Data } from '../protocol/reply.js';
import type { OwnedRecord } from './owner.js';
import { StoreError } from './store-error.js';

/** The row of a name that has no records but has names below it. */
export function packEmptyNonTerminal(auth: boolean): string {
  return auth ? '1' : '0';
}

export function isEmptyNonTerminal(row: string): boolean {
  return row.length === 1;
}

/** The row of a name, from its records in order, each authoritative or not by its type. */
export function packRecords(records: readonly OwnedRecord[], isAuth: (type: string) => boolean): string {
  let row = '';
  for (const { type, ttl, content } of records) {
    const line = `${isAuth(type) ? 1 : 0} ${type} ${ttl} ${content}`;
    row = row === '' ? line : `${row}\n${line}`;
  }
  return row;
}

/** What a row says about `qname`, of type `qtype` (`ANY`: all of it). Throws CORRUPT for a line that is no record. */
export function unpackRow(row: string, qname: string, qtype: string, zoneId: number): Data[] {
  if (isEmptyNonTerminal(row)) return emptyNonTerminal(row, qname, qtype, zoneId);
  const found: Data[] = [];
  let start = 0;
  while (start <= row.length) {
    const newline = row.indexOf('\n', start);
    const end = newline < 0 ? row.length : newline;
    const typeEnd = row.indexOf(' ', start + 2);
    const ttlEnd = row.indexOf(' ', typeEnd + 1);
    if (row.charCodeAt(start + 1) !== BLANK || typeEnd < 0 || ttlEnd < 0 || ttlEnd >= end)
      throw badRow(row, qname, zoneId);
    const type = row.slice(start + 2, typeEnd);
    if (qtype === 'ANY' || qtype === type) {
      found.push({
        tag: 'DATA',
        qname,
        qtype: type,
        ttl: Number(row.slice(typeEnd + 1, ttlEnd)),
        zoneId,
        content: row.slice(ttlEnd + 1, end),
        auth: row.charCodeAt(start) === ONE,
        scopeMask: 0,
      });
    }
    start = end + 1;
  }
  return found;
}

const BLANK = 0x20;
const ONE = 0x31;

function emptyNonTerminal(row: string, qname: string, qtype: string, zoneId: number): Data[] {
  if (qtype !== 'ANY' && qtype !== 'ENT') return [];
  const auth = row.charCodeAt(0) === ONE;
  return [{ tag: 'DATA', qname, qtype: 'ENT', ttl: 0, zoneId, content: '', auth, scopeMask: 0 }];
}

function badRow(row: string, qname: string, zoneId: number): StoreError {
  const text = JSON.stringify(row.slice(0, 100));
  return new StoreError(
    'CORRUPT',
    `the row of ${qname} in zone ${zoneId} is not one of pdns-pipe: ${text}; import the zone again`,
  );
}
