/** Who imported how fast? As an object for programs, as a table for people. */

import { type ImportContender, ours, reference } from './import-contenders.js';
import { formatSetting, type Setting } from './machine.js';
import type { MeasuredRun } from './measured-run.js';
import { type Spread, spreadOf } from './statistics.js';
import { formatTable } from './table.js';

export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

export interface ImportConditions {
  readonly setting: Setting;
  readonly zoneName: string;
  readonly rounds: number;
  readonly leftOut: readonly LeftOut[];
}

/** A contender with its figures. */
export interface ImportContenderReport extends ImportContender {
  readonly seconds: Spread;
  readonly recordsPerSecond: number;
  /** How many times the rate of `pdnsutil, gsqlite3`, round by round; null without that. */
  readonly rateRatio: Spread | null;
  /** Medians. */
  readonly cpuSeconds: number;
  /** null where the kernel does not tell. */
  readonly peakBytes: number | null;
}

export interface ImportReport extends ImportConditions {
  /** As `pdns-pipe import` has counted them. */
  readonly records: number;
  readonly contenders: readonly ImportContenderReport[];
}

export function reportImport(
  conditions: ImportConditions,
  runs: ReadonlyMap<ImportContender, readonly MeasuredRun[]>,
): ImportReport {
  const byName = new Map([...runs].map(([{ name }, measured]) => [name, measured]));
  const [{ records }] = JSON.parse(byName.get(ours)![0]!.stdout);
  const base = byName.get(reference);
  const contenders = [...runs].map(([contender, measured]) => {
    const seconds = spreadOf(measured.map(({ elapsedMs }) => elapsedMs / 1000));
    const peaks = measured.flatMap(({ peakBytes }) => peakBytes ?? []);
    const ratios = base && measured.map(({ elapsedMs }, round) => base[round]!.elapsedMs / elapsedMs);
    return {
      ...contender,
      seconds,
      recordsPerSecond: records / seconds.median,
      rateRatio: ratios === undefined ? null : spreadOf(ratios),
      cpuSeconds: spreadOf(measured.map(({ cpuMs }) => cpuMs / 1000)).median,
      peakBytes: peaks.length < measured.length ? null : spreadOf(peaks).median,
    };
  });
  return { ...conditions, records, contenders };
}

export function formatImportReport(report: ImportReport): string {
  const { setting, zoneName, records, rounds, contenders, leftOut } = report;
  const rows = contenders.map(({ name, seconds, recordsPerSecond, rateRatio, cpuSeconds, peakBytes }) => [
    name,
    ...[seconds.median, seconds.p25, seconds.p75].map((value) => value.toFixed(2)),
    recordsPerSecond.toFixed(0),
    rateRatio?.median.toFixed(2) ?? '',
    cpuSeconds.toFixed(2),
    peakBytes === null ? 'unknown' : (peakBytes / 1e6).toFixed(0),
  ]);
  const lines = [
    formatSetting(setting),
    `${zoneName}: ${records} records, imported ${rounds} times by each into a new database, in turns`,
    '',
    ...formatTable(['seconds', 'median', 'p25', 'p75', 'records/s', 'ratio', 'CPU', 'peak MB'], rows),
    '',
    `ratio: how many times the rate of ${reference}, round by round.`,
    ...leftOut.map(({ name, reason }) => `${name} is left out: ${reason}`),
    '',
    ...contenders.flatMap(({ name, note, preparation, command }) => [
      `${name}${note === undefined ? '' : ` (${note})`}:`,
      ...(preparation === undefined ? [] : [`  not measured: ${preparation}`]),
      `  ${command}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
