/** How many questions a second does PowerDNS answer, by the way it asks its backend? All ways take turns. */

import { setMaxListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './bench-error.js';
import type { LeftOut } from './import-report.js';
import { currentSetting } from './machine.js';
import { powerDnsVersion } from './power-dns.js';
import type { ThroughputContender } from './throughput-contenders.js';
import {
  reportThreads,
  reportThroughput,
  type ThreadsReport,
  type ThroughputReport,
  type ThroughputRound,
} from './throughput-report.js';
import {
  abiVersion,
  type Listening,
  outstanding,
  playRound,
  type Runner,
  type RunnerOptions,
  startListener,
  startRunner,
} from './throughput-runner.js';

export interface ThroughputBenchOptions extends RunnerOptions {
  readonly contenders: readonly ThroughputContender[];
  /** Of the zone. */
  readonly records: number;
  readonly random: () => number;
  /** PowerDNS's distributor-threads, one table each. */
  readonly threads: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** After each measurement, and each warm-up, of so many seconds. */
  readonly onMeasured?: (seconds: number) => void;
}

/** Drawn anew for each round: more than most can answer in its time. */
const questionsInRound = 50_000;

/** Who does not start is left out, with the reason; throws BenchError FAILED if that is everybody. */
export async function benchThroughput(options: ThroughputBenchOptions): Promise<ThroughputReport> {
  setMaxListeners(0, options.ending); // Each program that runs is one.
  const setting = currentSetting();
  const powerDns = powerDnsVersion(options.pdnsServer);
  const tables: ThreadsReport[] = [];
  for (const threads of options.threads) tables.push(await benchThreads(threads, options));
  return reportThroughput({ ...options, setting, powerDns, abiVersion, outstanding }, tables);
}

async function benchThreads(threads: number, options: ThroughputBenchOptions): Promise<ThreadsReport> {
  const listeners = new Map<string, Promise<Listening>>();
  /** Starts it for the first contender that needs it. */
  const listen = async (commands: readonly string[] = []): Promise<Listening | undefined> => {
    const command = commands.at(-1);
    if (command === undefined) return undefined;
    const behind = await listen(commands.slice(0, -1));
    const socket = join(options.directory, `${threads}-${listeners.size}.socket`);
    const listening = listeners.get(command) ?? startListener(command, { socket, behind }, options);
    listeners.set(command, listening);
    return listening;
  };
  const runners = new Map<ThroughputContender, Runner>();
  const leftOut: LeftOut[] = [];
  try {
    for (const contender of options.contenders) {
      try {
        const listening = await listen(contender.listeners);
        runners.set(contender, await startRunner(contender, threads, listening, options));
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        leftOut.push({ name: contender.name, reason: error.message });
      }
    }
    if (runners.size === 0) throw new BenchError('FAILED', `${leftOut[0]!.name}: ${leftOut[0]!.reason}`);
    return reportThreads(threads, await playRounds(runners, options), leftOut);
  } finally {
    for (const { powerDns } of runners.values()) await powerDns.program.stop();
    for (const started of await Promise.allSettled(listeners.values()))
      if (started.status === 'fulfilled') await started.value.program.stop();
  }
}

async function playRounds(
  runners: ReadonlyMap<ThroughputContender, Runner>,
  options: ThroughputBenchOptions,
): Promise<Map<ThroughputContender, ThroughputRound[]>> {
  const { seconds, warmUpSeconds, onMeasured = () => {} } = options;
  const played = new Map([...runners.keys()].map((contender) => [contender, [] as ThroughputRound[]]));
  const questions = join(options.directory, 'questions');
  for (let round = 0; round <= options.rounds; round++) {
    writeFileSync(questions, drawQuestions(options));
    for (const [contender, runner] of turnsOf([...runners], round)) {
      // The first round only warms up.
      const isWarmUp = round === 0;
      const duration = isWarmUp ? warmUpSeconds : seconds;
      const measured = await playRound(runner, questions, duration, options);
      if (!isWarmUp) played.get(contender)!.push(measured);
      onMeasured(duration);
    }
  }
  return played;
}

/** Each round begins with another one, and every second one goes backwards. */
function turnsOf<T>(all: readonly T[], round: number): T[] {
  const first = round % all.length;
  const turns = [...all.slice(first), ...all.slice(0, first)];
  return round % 2 === 1 ? turns.reverse() : turns;
}

function drawQuestions({ names, random }: ThroughputBenchOptions): string {
  const draw = () => `${names[Math.floor(random() * names.length)]} A\n`;
  return Array.from({ length: questionsInRound }, draw).join('');
}
