/** What does one coprocess cost, on both sides of the pipe? */

import { setTimeout as sleep } from 'node:timers/promises';
import { openSyncProcess, type SyncProcess, SyncProcessError } from '../wire/sync-process.js';
import { BenchError } from './bench-error.js';
import { cpuTimeUs } from './cpu-time.js';
import { PingPong, type Played } from './ping-pong.js';
import type { Ask } from './questions.js';

/** One measured round. CPU times are microseconds for the whole round. */
export interface Round extends Played {
  readonly latenciesUs: Float64Array;
  /** undefined where the kernel does not tell. */
  readonly coprocessCpuUs: number | undefined;
  readonly driverCpuUs: number;
}

export interface ContenderOptions {
  readonly abiVersion: number;
  /** How long the command may say nothing. */
  readonly timeoutMs: number;
}

/** A coprocess that has said OK and plays rounds; between them it sleeps. */
export class Contender {
  readonly #process: SyncProcess;
  readonly #pingPong: PingPong;

  private constructor(
    readonly command: readonly string[],
    process: SyncProcess,
  ) {
    this.#process = process;
    this.#pingPong = new PingPong(process);
  }

  /** Starts and greets it; throws BenchError NOT_STARTED, ENDED, SILENT or REFUSED. */
  static async open(
    command: readonly string[],
    { abiVersion, timeoutMs }: ContenderOptions,
  ): Promise<Contender> {
    const [file, ...args] = command;
    const process = await openSyncProcess(file!, args, { timeoutMs }).catch((error) => {
      throw new BenchError('NOT_STARTED', `${error.message}; give a path or a name in PATH`, {
        cause: error,
      });
    });
    const contender = new Contender(command, process);
    try {
      const banner = await contender.#blame('at HELO', () => contender.#pingPong.greet(abiVersion));
      if (!/^OK(?:\t|$)/.test(banner)) {
        const text = `${file} answered HELO ${abiVersion} with "${banner}", not with OK: try another --abi`;
        throw new BenchError('REFUSED', text);
      }
      return contender;
    } catch (error) {
      await contender.close();
      throw error;
    }
  }

  /** Plays one round; throws BenchError ENDED or SILENT. */
  async play(asks: readonly Ask[]): Promise<Round> {
    const latenciesUs = new Float64Array(asks.length);
    const coprocessBefore = cpuTimeUs(this.#process.pid);
    const driverBefore = process.cpuUsage();
    const played = await this.#blame('in the middle of the questions', () =>
      this.#pingPong.play(asks, latenciesUs),
    );
    const driver = process.cpuUsage(driverBefore);
    const coprocessAfter = cpuTimeUs(this.#process.pid);
    return {
      ...played,
      latenciesUs,
      coprocessCpuUs:
        coprocessBefore === undefined || coprocessAfter === undefined
          ? undefined
          : coprocessAfter - coprocessBefore,
      driverCpuUs: driver.user + driver.system,
    };
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  /** Says which command failed, when and how. */
  async #blame<T>(when: string, action: () => T): Promise<T> {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof SyncProcessError)) throw error;
      if (error.code === 'SILENT')
        throw new BenchError('SILENT', `${error.message} ${when}`, { cause: error });
      const how = await Promise.race([
        this.#process.ended,
        sleep(endedWithinMs, 'still running', { ref: false }),
      ]);
      throw new BenchError('ENDED', `${error.message} ${when} (${how}); its stderr may say why`, {
        cause: error,
      });
    }
  }
}

/** Time for the news of a child's death to arrive after its stdout has closed (a guess). */
const endedWithinMs = 2000;
