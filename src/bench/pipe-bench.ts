/** How much longer does a coprocess take than the floor? Both are played in turns, on the same questions. */

import { Contender, type Round } from './contender.js';
import { openFloor } from './floor.js';
import { currentSetting } from './machine.js';
import { pinToOneCore } from './pin.js';
import { type PipeReport, reportPipe } from './pipe-report.js';
import type { Ask } from './questions.js';

export interface PipeBenchOptions {
  /** The coprocess and its arguments. */
  readonly command: readonly string[];
  /** Played in order, again from the start when they run out. */
  readonly asks: readonly Ask[];
  readonly abiVersion: number;
  readonly rounds: number;
  /** Questions in a round. */
  readonly count: number;
  /** Questions before the first round: code gets compiled, caches fill. */
  readonly warmUp: number;
  /** Both ends on one core. */
  readonly isPinned: boolean;
  readonly timeoutMs: number;
}

/** Throws BenchError when there is nothing to measure. */
export async function benchPipe(options: PipeBenchOptions): Promise<PipeReport> {
  const setting = currentSetting();
  const core = options.isPinned ? pinToOneCore() : undefined;
  const open: Contender[] = [];
  try {
    const command = await Contender.open(options.command, options);
    open.push(command);
    const warmUp = questionsOf(options, 0, options.warmUp);
    const { answerBytes } = await command.play(warmUp);
    // The mean, so that both move the same number of bytes.
    const meanBytes = Math.round(answerBytes / options.warmUp);

    const floor = await openFloor(meanBytes, options);
    if (floor !== undefined) {
      open.push(floor);
      await floor.play(warmUp);
    }

    const played: Round[][] = open.map(() => []);
    for (let round = 0; round < options.rounds; round++) {
      const asks = questionsOf(options, options.warmUp + round * options.count, options.count);
      for (const [index, contender] of open.entries()) played[index]!.push(await contender.play(asks));
    }
    return reportPipe({ ...options, setting, core, answerBytes: meanBytes }, played[0]!, played[1]);
  } finally {
    for (const contender of open) await contender.close();
  }
}

/** `count` questions from the `start`th on, round and round. */
function questionsOf({ asks }: PipeBenchOptions, start: number, count: number): Ask[] {
  return Array.from({ length: count }, (_, index) => asks[(start + index) % asks.length]!);
}
