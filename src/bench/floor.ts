/** How fast can a coprocess be at best? A C program that answers a constant says so. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from './compile.js';
import { Contender, type ContenderOptions } from './contender.js';

/** Compiles and starts the floor, which answers `answerBytes`; undefined if there is no C compiler. */
export async function openFloor(
  answerBytes: number,
  options: ContenderOptions,
): Promise<Contender | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-floor-'));
  try {
    const floor = compile('floor', directory);
    if (floor === undefined) return undefined;
    return await Contender.open([floor, String(answerBytes)], options);
  } finally {
    // A program that runs needs its file no more.
    rmSync(directory, { recursive: true });
  }
}
