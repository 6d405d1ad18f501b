/** How do the records of one owner stand in a row? */

import type { Data } from '../protocol/reply.js';
import { StoreError } from './store-error.js';

/** The row of a name that has no records but has names below it. */
export function packEmptyNonTerminal(auth: boolean): string {
  return auth ? '1' : '0';
}

export function isEmptyNonTerminal(row: string): boolean {
  return row.length === 1;
}

/** The row of a name that has records, from its lines, and which of them are authoritative. */
export function packLines(lines: string, auth: 'all' | 'none' | 'DS'): string {
  if (auth !== 'DS') {
    const flag = auth === 'all' ? '1' : '0';
    return lines.includes('\n') ? `${flag} ${lines.replaceAll('\n', `\n${flag} `)}` : `${flag} ${lines}`;
  }
  return lines.replace(/^(?=(DS )?)/gm, (_, isDs) => (isDs === undefined ? '0 ' : '1 '));
}

/** The lines of a row; empty for an empty non-terminal. */
export function unpackLines(row: string): string {
  return row.replace(/^. ?/gm, '');
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
