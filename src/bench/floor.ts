/** How fast can a coprocess be at best? A C program that answers a constant says so. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../../fixtures/bench/floor.c', import.meta.url));

/** Compiles the floor into `directory`; undefined if there is no C compiler. Started with the bytes of an answer. */
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
