/** What becomes of the rows of PowerDNS's table `records`? */

import { DnsError } from '../../dns/dns-error.js';
import type { Draft } from '../../store/draft.js';
import { isEmptyNonTerminal, isEnabled, type PowerDnsRow, recordOfRow } from '../../zonefile/powerdns-row.js';
import { counted, type ShownProblem } from '../problems.js';
import type { Note } from './note.js';

/** Where a row is: a place in a file, or words for it. */
export type RowPlace = Pick<ShownProblem, 'place'> & { readonly prefix?: string };

/**
 * Adds the rows of one zone to the draft, but for those that hold no record. Returns the name of
 * the first SOA, and how many rows were disabled.
 */
export function addRows<Row extends PowerDnsRow>(
  rows: Iterable<Row>,
  placeOf: (row: Row) => RowPlace,
  draft: Draft,
  report: (problem: ShownProblem) => void,
): { readonly apex: string | undefined; readonly disabled: number } {
  let disabled = 0;
  let apex: string | undefined;
  for (const row of rows) {
    const { place, prefix = '' } = placeOf(row);
    const tell = (severity: 'error' | 'warning', code: string, reason: string) => {
      const text = Buffer.from(`${prefix}${row.name}: ${reason}`, 'latin1').toString();
      report({ severity, code, message: text, ...(place !== undefined && { place }) });
    };
    if (!isEnabled(row)) disabled += 1;
    else if (!isEmptyNonTerminal(row)) {
      try {
        const record = recordOfRow(row, (reason) => tell('warning', 'SOA_ENDS_EARLY', reason));
        if (record.type === 'SOA') apex ??= record.name;
        draft.add({ ...record, ...place });
      } catch (error) {
        if (!(error instanceof DnsError)) throw error;
        tell('error', error.code, error.message);
      }
    }
  }
  return { apex, disabled };
}

/** What is said of disabled rows. */
export function noteDisabled(label: string, disabled: number, note: Note): void {
  if (disabled > 0) note(`${label}: ${counted(disabled, 'disabled row')} left out`);
}
