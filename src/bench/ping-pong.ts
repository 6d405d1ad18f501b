/** How long does each question of a round take when the next one waits for its answer? */

import type { SyncProcess } from '../wire/sync-process.js';
import type { Ask } from './questions.js';

/** What one side answered in one round. */
export interface Played {
  /** Wall-clock time, microseconds. */
  readonly elapsedUs: number;
  /** Bytes of all answers, newlines included. */
  readonly answerBytes: number;
  /** Answers that ended in FAIL. */
  readonly failed: number;
}

/** Bytes that an answer may have before the buffer grows: a pipe holds as many (pipe(7)). */
const answerBufferBytes = 65_536;

/** Plays requests and answers with one coprocess. Nothing is allocated per question. */
export class PingPong {
  #answer = Buffer.alloc(answerBufferBytes);
  readonly #process: SyncProcess;

  constructor(process: SyncProcess) {
    this.#process = process;
  }

  /** Sends HELO and returns the line that comes back, without its newline. */
  greet(abiVersion: number): string {
    this.#process.write(Buffer.from(`HELO\t${abiVersion}\n`));
    let length = 0;
    do length += this.#read(length);
    while (this.#answer[length - 1] !== newline);
    return this.#answer.toString('latin1', 0, length - 1).trimEnd();
  }

  /** Plays `asks` one by one and writes how long each took, in microseconds, into `latenciesUs`. */
  play(asks: readonly Ask[], latenciesUs: Float64Array): Played {
    let answerBytes = 0;
    let failed = 0;
    const start = performance.now();
    let before = start;
    for (const [index, ask] of asks.entries()) {
      this.#process.write(ask.line);
      let length = 0;
      let ending: Ending;
      do {
        length += this.#read(length);
        ending = endingOf(this.#answer, length);
      } while (ending === undefined || (ending === 'FAIL' && ask.endsAtEndOnly));
      if (ending === 'FAIL') failed++;
      answerBytes += length;
      const now = performance.now();
      latenciesUs[index] = (now - before) * 1000;
      before = now;
    }
    return { elapsedUs: (before - start) * 1000, answerBytes, failed };
  }

  #read(length: number): number {
    if (length === this.#answer.length) this.#answer = Buffer.concat([this.#answer, Buffer.alloc(length)]);
    return this.#process.read(this.#answer, length);
  }
}

const newline = 0x0a;

type Ending = 'END' | 'FAIL' | undefined;

/** The last line, if it ends an answer. Looks at the bytes of `END` first: almost every answer ends so. */
function endingOf(answer: Buffer, length: number): Ending {
  if (answer[length - 1] !== newline) return undefined;
  if (
    answer[length - 2] === 0x44 &&
    answer[length - 3] === 0x4e &&
    answer[length - 4] === 0x45 &&
    (length === 4 || answer[length - 5] === newline)
  ) {
    return 'END';
  }
  const lineStart = length < 2 ? 0 : answer.lastIndexOf(newline, length - 2) + 1;
  const line = answer.toString('latin1', lineStart, length).trimEnd();
  if (line === 'END') return 'END';
  return line === 'FAIL' || line.startsWith('FAIL\t') ? 'FAIL' : undefined;
}
