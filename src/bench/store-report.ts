/** How big and how slow is the store? As an object for programs, as a table for people. */

import { formatSetting, type Setting } from './machine.js';
import { type Spread, spreadOf } from './statistics.js';
import { formatTable } from './table.js';

export interface StoreConditions {
  readonly setting: Setting;
  /** On disk, all included. */
  readonly size: { readonly zones: number; readonly records: number; readonly bytes: number };
  readonly rounds: number;
  readonly count: number;
}

/** Times are microseconds a lookup. */
export interface StoreReport extends StoreConditions {
  readonly bytesPerRecord: number;
  readonly lookup: Spread;
  readonly bareGet: Spread;
  readonly heldGet: Spread;
  /** Of each round's times: lookup to bareGet, lookup to heldGet. */
  readonly ratioToBareGet: Spread;
  readonly ratioToHeldGet: Spread;
}

/** From each round's microseconds a lookup. */
export function reportStore(
  conditions: StoreConditions,
  times: { readonly [contender in 'lookup' | 'bareGet' | 'heldGet']: readonly number[] },
): StoreReport {
  const ratioTo = (floor: readonly number[]) => spreadOf(times.lookup.map((us, round) => us / floor[round]!));
  return {
    ...conditions,
    bytesPerRecord: conditions.size.bytes / conditions.size.records,
    lookup: spreadOf(times.lookup),
    bareGet: spreadOf(times.bareGet),
    heldGet: spreadOf(times.heldGet),
    ratioToBareGet: ratioTo(times.bareGet),
    ratioToHeldGet: ratioTo(times.heldGet),
  };
}

export function formatStoreReport(report: StoreReport): string {
  const { setting, size, rounds, count, bytesPerRecord } = report;
  const row = (name: string, { median, p25, p75 }: Spread, digits: number) => [
    name,
    ...[median, p25, p75].map((value) => value.toFixed(digits)),
  ];
  const lines = [
    formatSetting(setting),
    `${size.records} records in ${size.zones} zones: ${size.bytes} bytes on disk, all included`,
    `${bytesPerRecord.toFixed(1)} bytes a record`,
    '',
    `${rounds} rounds of ${count} random names that exist, in turns, after one to warm up`,
    ...formatTable(
      ['us a lookup', 'median', 'p25', 'p75'],
      [
        row('lookup', report.lookup, 2),
        row('bare get', report.bareGet, 2),
        row('bare get, held', report.heldGet, 2),
        row('ratio', report.ratioToBareGet, 2),
        row('ratio, held', report.ratioToHeldGet, 2),
      ],
    ),
    '',
    'bare get: one prepared SQLite statement on the same file, in a transaction each; held: all in one transaction.',
  ];
  return `${lines.join('\n')}\n`;
}
