/** How many questions does a DNS server answer in a second? dnsperf asks as fast as it is answered. */

import { type MeasuredRun, type RunOptions, runMeasured } from './measured-run.js';

/** What one run of dnsperf says. */
export interface Load {
  readonly questionsPerSecond: number;
  readonly answered: number;
  readonly lost: number;
  /** Answers other than NOERROR. */
  readonly failed: number;
  /** The slowest answer. */
  readonly maxLatencyMs: number;
  /** Of dnsperf itself. */
  readonly cpuUs: number;
}

export interface LoadOptions extends RunOptions {
  /** The path of dnsperf. */
  readonly program: string;
  /** Of a server on 127.0.0.1. */
  readonly port: number;
  /** Questions, one a line, as `name A`; from the start again when they run out. */
  readonly questions: string;
  readonly seconds: number;
  /** Questions that wait for their answer at a time. */
  readonly outstanding: number;
}

/** Throws BenchError FAILED, with what dnsperf wrote to stderr. */
export async function runDnsperf(options: LoadOptions): Promise<Load> {
  const { program, port, questions, seconds, outstanding } = options;
  const args = `-W -s 127.0.0.1 -p ${port} -l ${seconds} -q ${outstanding} -c ${clients} -t ${timeoutSeconds}`;
  return loadOf(await runMeasured(`'${program}' ${args} -d '${questions}'`, options));
}

/** From the statistics that dnsperf prints at its end. */
export function loadOf({ stdout, cpuMs }: MeasuredRun): Load {
  const figure = (title: string) => Number(new RegExp(`^ *${title}: +([\\d.]+)`, 'm').exec(stdout)?.[1]);
  const answered = figure('Queries completed');
  const noError = Number(/^ *Response codes:.*\bNOERROR (\d+)/m.exec(stdout)?.[1] ?? 0);
  return {
    questionsPerSecond: figure('Queries per second'),
    answered,
    lost: figure('Queries lost'),
    failed: answered - noError,
    maxLatencyMs: Number(/Average Latency .*max ([\d.]+)/.exec(stdout)?.[1]) * 1000,
    cpuUs: cpuMs * 1000,
  };
}

/** Sockets that it asks from: more do not make it faster here (a guess). */
const clients = 4;
/** dnsperf's own default. */
const timeoutSeconds = 5;
