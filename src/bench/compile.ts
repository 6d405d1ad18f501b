/** How does a C program of fixtures/bench come to run here? */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiles the program `name` into `directory` and returns its path; undefined if there is no C compiler. */
export function compile(name: 'floor' | 'answerer', directory: string): string | undefined {
  const program = join(directory, name);
  const source = fileURLToPath(new URL(`../../../fixtures/bench/${name}.c`, import.meta.url));
  try {
    execFileSync('cc', ['-O2', '-pthread', '-o', program, source]);
    return program;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
