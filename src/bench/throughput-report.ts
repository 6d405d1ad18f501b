/** Which way to a backend is how fast? As an object for programs, as tables for people. */

import type { Load } from './dnsperf.js';
import type { LeftOut } from './import-report.js';
import { formatSetting, type Setting } from './machine.js';
import { type Spread, spreadOf } from './statistics.js';
import { formatTable } from './table.js';
import type { ThroughputContender } from './throughput-contenders.js';

/** One measurement. CPU times are microseconds a question; undefined where the kernel does not tell, or nothing was answered. */
export interface ThroughputRound extends Load {
  readonly serverCpuUs: number | undefined;
  readonly backendCpuUs: number | undefined;
  readonly dnsperfCpuUs: number | undefined;
}

export interface ThroughputConditions {
  readonly setting: Setting;
  /** Its version. */
  readonly powerDns: string;
  readonly abiVersion: number;
  /** Of the zone. */
  readonly records: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Questions that wait for their answer at a time. */
  readonly outstanding: number;
}

/** A contender with its figures: medians where there is one number. CPU times are microseconds a question. */
export interface ThroughputContenderReport extends ThroughputContender {
  readonly questionsPerSecond: Spread;
  /** To the reference's rate, round by round; null without that. */
  readonly ratio: Spread | null;
  /** Of PowerDNS itself, of all processes behind it, and of dnsperf; null where it was not always told. */
  readonly serverCpuUs: number | null;
  readonly backendCpuUs: number | null;
  readonly dnsperfCpuUs: number | null;
  /** The slowest answer of all. */
  readonly maxLatencyMs: number;
  readonly answered: number;
  /** Answers other than NOERROR. */
  readonly failed: number;
  readonly lost: number;
}

/** All that was measured with one number of distributor threads. */
export interface ThreadsReport {
  readonly threads: number;
  readonly contenders: readonly ThroughputContenderReport[];
  readonly leftOut: readonly LeftOut[];
}

export interface ThroughputReport extends ThroughputConditions {
  readonly tables: readonly ThreadsReport[];
}

export function reportThroughput(
  {
    setting,
    powerDns,
    abiVersion,
    records,
    rounds,
    seconds,
    warmUpSeconds,
    outstanding,
  }: ThroughputConditions,
  tables: readonly ThreadsReport[],
): ThroughputReport {
  return { setting, powerDns, abiVersion, records, rounds, seconds, warmUpSeconds, outstanding, tables };
}

export function reportThreads(
  threads: number,
  played: ReadonlyMap<ThroughputContender, readonly ThroughputRound[]>,
  leftOut: readonly LeftOut[],
): ThreadsReport {
  const byName = new Map([...played].map(([{ name }, rounds]) => [name, rounds]));
  const contenders = [...played].map(([contender, rounds]) => ({
    ...contender,
    ...figuresOf(rounds, byName.get(contender.reference ?? '')),
  }));
  return { threads, contenders, leftOut };
}

function figuresOf(
  rounds: readonly ThroughputRound[],
  reference: readonly ThroughputRound[] | undefined,
): Omit<ThroughputContenderReport, keyof ThroughputContender> {
  const rates = rounds.map(({ questionsPerSecond }) => questionsPerSecond);
  const ratios = reference && rates.map((rate, round) => rate / reference[round]!.questionsPerSecond);
  const medianOf = (values: readonly (number | undefined)[]) =>
    values.every((value) => value !== undefined) ? spreadOf(values).median : null;
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  return {
    questionsPerSecond: spreadOf(rates),
    ratio: ratios === undefined ? null : spreadOf(ratios),
    serverCpuUs: medianOf(rounds.map(({ serverCpuUs }) => serverCpuUs)),
    backendCpuUs: medianOf(rounds.map(({ backendCpuUs }) => backendCpuUs)),
    dnsperfCpuUs: medianOf(rounds.map(({ dnsperfCpuUs }) => dnsperfCpuUs)),
    maxLatencyMs: Math.max(...rounds.map(({ maxLatencyMs }) => maxLatencyMs)),
    answered: sumOf(rounds.map(({ answered }) => answered)),
    failed: sumOf(rounds.map(({ failed }) => failed)),
    lost: sumOf(rounds.map(({ lost }) => lost)),
  };
}

export function formatThroughputReport(report: ThroughputReport): string {
  const { setting, powerDns, abiVersion, records, rounds, seconds, warmUpSeconds, outstanding, tables } =
    report;
  const contenders = new Map(
    tables.flatMap((table) => table.contenders.map((contender) => [contender.name, contender])),
  );
  const lines = [
    formatSetting(setting),
    `PowerDNS ${powerDns}, ABI ${abiVersion}, without caches; a zone of ${records} records, random names that exist`,
    `${rounds} rounds of ${seconds} s each, in turns, after ${warmUpSeconds} s to warm up; ${outstanding} questions at a time`,
    ...tables.flatMap(formatThreads),
    '',
    'ratio: to the rate of its reference, round by round. CPU: microseconds a question; backend: all processes behind PowerDNS.',
    'failed: answers other than NOERROR.',
    '',
    ...[...contenders.values()].flatMap(({ name, listeners = [], pipeCommand }) => [
      `${name}: pipe-command=${pipeCommand}`,
      ...listeners.map((listener) => `  beside it: ${listener}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

const head = [
  'questions/s',
  ...['median', 'p25', 'p75'],
  ...['ratio', 'p25', 'p75', 'to'],
  ...['PowerDNS CPU', 'backend CPU', 'dnsperf CPU'],
  ...['max ms', 'failed', 'lost'],
];

function formatThreads({ threads, contenders, leftOut }: ThreadsReport): string[] {
  const rows = contenders.map((contender) => {
    const { questionsPerSecond: rate, ratio, serverCpuUs, backendCpuUs, dnsperfCpuUs } = contender;
    return [
      contender.name,
      ...[rate.median, rate.p25, rate.p75].map((value) => value.toFixed(0)),
      ...(ratio === null
        ? ['', '', '', '']
        : [...[ratio.median, ratio.p25, ratio.p75].map((value) => value.toFixed(2)), contender.reference!]),
      ...[serverCpuUs, backendCpuUs, dnsperfCpuUs].map((us) => us?.toFixed(1) ?? 'unknown'),
      contender.maxLatencyMs.toFixed(0),
      ...[contender.failed, contender.lost].map(String),
    ];
  });
  return [
    '',
    `distributor-threads=${threads}`,
    ...formatTable(head, rows),
    ...leftOut.map(({ name, reason }) => `${name} is left out: ${reason}`),
  ];
}
