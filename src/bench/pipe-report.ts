/** What did the rounds say? As an object for programs, as a table for people. */

import type { Round } from './contender.js';
import { formatSetting, type Setting } from './machine.js';
import { quantile, type Spread, spreadOf } from './statistics.js';
import { formatTable } from './table.js';

/** What was played, and where. */
export interface PipeConditions {
  readonly setting: Setting;
  readonly command: readonly string[];
  readonly abiVersion: number;
  readonly rounds: number;
  readonly count: number;
  readonly warmUp: number;
  /** The core that both ends share; undefined: wherever the kernel likes. */
  readonly core: number | undefined;
  /** Mean bytes of the command's answers, and the size of all of the floor's. */
  readonly answerBytes: number;
}

/** Times are microseconds a question. */
export interface ContenderReport {
  readonly name: 'command' | 'floor';
  /** Over the rounds' means. */
  readonly time: Spread;
  /** Over all questions: how long the slowest hundredth waited at least, and the slowest. */
  readonly p99: number;
  readonly max: number;
  /** CPU time, medians; null where the kernel does not tell. */
  readonly coprocessCpu: number | null;
  readonly driverCpu: number;
  /** Answers that were FAIL. */
  readonly failed: number;
}

export interface PipeReport extends Omit<PipeConditions, 'core'> {
  readonly core: number | null;
  readonly contenders: readonly ContenderReport[];
  /** Of each round's times, command to floor; null without a floor. */
  readonly ratio: Spread | null;
  /** The same of the CPU time of both ends together: what remains when other programs take turns on the core. */
  readonly cpuRatio: Spread | null;
}

export function reportPipe(
  { setting, command, abiVersion, rounds, count, warmUp, core, answerBytes }: PipeConditions,
  commandRounds: readonly Round[],
  floorRounds?: readonly Round[],
): PipeReport {
  const contenders = [reportContender('command', commandRounds, count)];
  if (floorRounds) contenders.push(reportContender('floor', floorRounds, count));
  const ratioOf = (value: (round: Round) => number): Spread | null => {
    const ratios = floorRounds?.map((floor, index) => value(commandRounds[index]!) / value(floor));
    return ratios === undefined || ratios.some(Number.isNaN) ? null : spreadOf(ratios);
  };
  const conditions = { setting, command, abiVersion, rounds, count, warmUp, core: core ?? null, answerBytes };
  return {
    ...conditions,
    contenders,
    ratio: ratioOf((round) => round.elapsedUs),
    cpuRatio: ratioOf((round) => (round.coprocessCpuUs ?? Number.NaN) + round.driverCpuUs),
  };
}

function reportContender(
  name: ContenderReport['name'],
  rounds: readonly Round[],
  count: number,
): ContenderReport {
  const latencies = Float64Array.from(rounds.flatMap((round) => [...round.latenciesUs])).sort();
  const coprocess = rounds.flatMap((round) => round.coprocessCpuUs ?? []);
  return {
    name,
    time: spreadOf(rounds.map((round) => round.elapsedUs / count)),
    p99: quantile(latencies, 0.99),
    max: quantile(latencies, 1),
    coprocessCpu: coprocess.length < rounds.length ? null : spreadOf(coprocess).median / count,
    driverCpu: spreadOf(rounds.map((round) => round.driverCpuUs)).median / count,
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
  };
}

export function formatPipeReport(report: PipeReport): string {
  const {
    setting,
    command,
    rounds,
    count,
    warmUp,
    core,
    abiVersion,
    answerBytes,
    contenders,
    ratio,
    cpuRatio,
  } = report;
  const where = core === null ? 'not pinned' : `both ends pinned to core ${core}`;
  const rows = contenders.map(({ name, time, p99, max, coprocessCpu, driverCpu }) => [
    name,
    ...[time.median, time.p25, time.p75, p99, max].map((us) => us.toFixed(1)),
    coprocessCpu?.toFixed(1) ?? 'unknown',
    driverCpu.toFixed(1),
    coprocessCpu === null ? 'unknown' : (coprocessCpu + driverCpu).toFixed(1),
  ]);
  if (ratio) {
    const ofTimes = [ratio.median, ratio.p25, ratio.p75].map((value) => value.toFixed(2));
    rows.push(['ratio', ...ofTimes, '', '', '', '', cpuRatio?.median.toFixed(2) ?? '']);
  }
  const lines = [
    formatSetting(setting),
    `command: ${command.join(' ')}`,
    `${rounds} rounds of ${count} questions each, ping-pong, after ${warmUp} to warm up; ABI ${abiVersion}; ${where}; ` +
      `an answer has ${answerBytes} bytes`,
    '',
    ...formatTable(
      ['us a question', 'median', 'p25', 'p75', 'p99', 'max', 'coprocess CPU', 'driver CPU', 'both CPU'],
      rows,
    ),
    '',
    ratio
      ? 'floor: a C coprocess that answers a constant. ratio: command to floor, round by round.'
      : 'No floor: there is no C compiler (cc) here, so only the command was measured.',
  ];
  const { failed } = contenders[0]!;
  if (failed > 0)
    lines.push(`${failed} of ${rounds * count} answers were FAIL: look at its LOG lines first.`);
  return `${lines.join('\n')}\n`;
}
