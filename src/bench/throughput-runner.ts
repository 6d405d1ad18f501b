/** One way from PowerDNS to a backend, running: how fast is it now? */

import { connect } from 'node:net';
import { join } from 'node:path';
import { cpuTimeUs } from './cpu-time.js';
import { runDnsperf } from './dnsperf.js';
import { type PowerDns, startPowerDns } from './power-dns.js';
import { descendantsOf } from './process-tree.js';
import { type ProgramOptions, RunningProgram } from './running-program.js';
import { fillIn, type Places, type ThroughputContender } from './throughput-contenders.js';
import type { ThroughputRound } from './throughput-report.js';

export interface RunnerOptions extends ProgramOptions {
  readonly places: Places;
  /** Paths of pdns_server and dnsperf. */
  readonly pdnsServer: string;
  readonly dnsperf: string;
  /** Names of the zone that have an address. */
  readonly names: readonly string[];
  /** For sockets and configurations. */
  readonly directory: string;
}

export const abiVersion = 5;
/** Enough to keep every thread busy, and few enough for PowerDNS's socket (dnsperf's own default). */
export const outstanding = 100;

/** A contender's PowerDNS, and what listens behind it, if that is no child of PowerDNS. */
export interface Runner {
  readonly powerDns: PowerDns;
  readonly listening: Listening | undefined;
}

export interface Listening {
  readonly socket: string;
  readonly program: RunningProgram;
  readonly behind: Listening | undefined;
}

/** Starts a contender's PowerDNS, and waits till it answers; throws BenchError NOT_STARTED. */
export async function startRunner(
  { name, pipeCommand }: ThroughputContender,
  distributorThreads: number,
  listening: Listening | undefined,
  options: RunnerOptions,
): Promise<Runner> {
  const powerDns = await startPowerDns({
    ...options,
    program: options.pdnsServer,
    directory: join(options.directory, `${distributorThreads}-${name}`),
    pipeCommand: fillIn(pipeCommand, { ...options.places, socket: listening?.socket }),
    abiVersion,
    distributorThreads,
    knownName: options.names[0]!,
  });
  return { powerDns, listening };
}

/** Starts what listens at `socket`, and waits till it does; throws BenchError NOT_STARTED. */
export async function startListener(
  command: string,
  { socket, behind }: Pick<Listening, 'socket' | 'behind'>,
  options: RunnerOptions,
): Promise<Listening> {
  const words = fillIn(command, { ...options.places, socket, behind: behind?.socket }).split(' ');
  const program = new RunningProgram(words, options);
  try {
    await program.untilReady(() => isListening(socket));
  } catch (error) {
    await program.stop();
    throw error;
  }
  return { socket, program, behind };
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Loads it for so many seconds; throws BenchError FAILED. */
export async function playRound(
  { powerDns, listening }: Runner,
  questions: string,
  seconds: number,
  options: RunnerOptions,
): Promise<ThroughputRound> {
  const server = powerDns.program.pid;
  const backends = descendantsOf(server);
  for (let each = listening; each !== undefined; each = each.behind) {
    const { pid } = each.program;
    backends.push(pid, ...descendantsOf(pid));
  }
  const [serverBefore, backendsBefore] = [cpuTimeUs(server), totalCpuUs(backends)];
  const load = await runDnsperf({
    ...options,
    program: options.dnsperf,
    port: powerDns.port,
    questions,
    seconds,
    outstanding,
  });
  const cpuUs = {
    server: difference(serverBefore, cpuTimeUs(server)),
    backends: difference(backendsBefore, totalCpuUs(backends)),
  };
  const perQuestion = (us: number | undefined) =>
    us === undefined || load.answered === 0 ? undefined : us / load.answered;
  return {
    ...load,
    serverCpuUs: perQuestion(cpuUs.server),
    backendCpuUs: perQuestion(cpuUs.backends),
    dnsperfCpuUs: perQuestion(load.cpuUs),
  };
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

function totalCpuUs(pids: readonly number[]): number | undefined {
  const times = pids.flatMap((pid) => cpuTimeUs(pid) ?? []);
  return times.length < pids.length ? undefined : times.reduce((sum, us) => sum + us, 0);
}
