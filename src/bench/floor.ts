/** How fast can a coprocess be at best? A C program that answers a constant says so. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Contender, type ContenderOptions } from './contender.js';

const source = fileURLToPath(new URL('../../../fixtures/bench/floor.c', import.meta.url));

/** Compiles and starts the floor, which answers `answerBytes`; undefined if there is no C compiler. */
export async function openFloor(
  answerBytes: number,
  options: ContenderOptions,
): Promise<Contender | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-floor-'));
  try {
    const floor = compileFloor(directory);
    if (floor === undefined) return undefined;
    return await Contender.open([floor, String(answerBytes)], options);
  } finally {
    // A program that runs needs its file no more.
    rmSync(directory, { recursive: true });
  }
}

/** Compiles the floor into `directory` and returns its path; undefined if there is no C compiler. */
export function compileFloor(directory: string): string | undefined {
  const floor = join(directory, 'floor');
  try {
    execFileSync('cc', ['-O2', '-o', floor, source]);
    return floor;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
