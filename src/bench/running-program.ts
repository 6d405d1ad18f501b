/** What runs while a bench measures, and what has it said? */

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchError } from './bench-error.js';

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Kills it. */
  readonly ending: AbortSignal;
}

/** A server that is started, waited for, and stopped in the end. */
export class RunningProgram {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #hasEnded = false;
  #said = '';

  constructor([file, ...args]: readonly string[], { env, ending }: ProgramOptions) {
    const child = spawn(file!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said = (this.#said + text).slice(-rememberedCharacters);
      });
    const kill = () => child.kill('SIGKILL');
    ending.addEventListener('abort', kill);
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#hasEnded = true;
        ending.removeEventListener('abort', kill);
        resolve();
      };
      child.once('exit', end).once('error', (error) => {
        this.#said = error.message;
        end();
      });
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Asks again and again whether it is ready; throws BenchError NOT_STARTED, with the last lines that it wrote. */
  async untilReady(isReady: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (!this.#hasEnded && performance.now() < deadline) {
      if (await isReady()) return;
      await sleep(50);
    }
    const what = this.#hasEnded ? 'it ended' : `it was not ready within ${patienceMs / 1000} s`;
    const lines = this.#said.trim().split('\n').slice(-4).join('; ');
    throw new BenchError('NOT_STARTED', `${what}: ${lines || 'nothing on stderr'}`);
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopWithinMs);
    await this.#ended;
    clearTimeout(timer);
  }
}

/** For the reason why it does not start. */
const rememberedCharacters = 4000;

/** Seven Nodes at once take some seconds on a busy machine (a guess). */
const patienceMs = 20_000;
/** A guess. */
const stopWithinMs = 3000;
