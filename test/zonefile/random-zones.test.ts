/** Does the reader make of random files what BIND's named-compilezone makes of them? */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Reading } from './named.js';
import { compileReading, compileZone, expectedLines, linesOf, namedVersion, readFile } from './named.js';
import { BYTE_ORDER_MARK, INCLUDED, randomZone } from './random-zone.js';

/** 1000 files take about a minute of CPU time, nearly all of it starts of named-compilezone. */
const FILES = Number(process.env.ZONEFILE_COUNT ?? 1000);
const FIRST_SEED = Number(process.env.ZONEFILE_SEED ?? 1);
const BATCH = 500;

/** Without named-compilezone nothing is compared; where CI is set it must be there. */
const compare = namedVersion() === undefined && process.env.CI === undefined ? test.skip : test.serial;

type Outcome =
  | 'read by both'
  | 'refused by both'
  | 'compared by another run of named-compilezone'
  | 'read by one alone, as is meant';

/** What named says of files that we mean to read, and we of those that it reads: each has its line in named.test.ts. */
const WE_READ = /extra input text|unbalanced parentheses/;
const WE_REFUSE = /typographic quote|class (?:CLASS0+|RESERVED0) is not served|is no range: write/;

for (let first = FIRST_SEED; first < FIRST_SEED + FILES; first += BATCH) {
  const last = Math.min(first + BATCH, FIRST_SEED + FILES) - 1;

  compare(`named-compilezone reads the random files of seeds ${first} to ${last} as we do`, async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-'));
    t.teardown(() => rmSync(directory, { recursive: true }));
    for (const [file, text] of Object.entries(INCLUDED)) writeFileSync(join(directory, file), text);
    const counts = new Map<Outcome, number>();
    let seed = first;
    async function work(): Promise<void> {
      while (seed <= last) {
        const outcome = await compareReadings(t, seed++, directory);
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      }
    }
    await Promise.all([work(), work()]);
    t.is(
      [...counts.values()].reduce((sum, count) => sum + count),
      last - first + 1,
    );
    t.log([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', '));
  });
}

async function compareReadings(t: ExecutionContext, seed: number, directory: string): Promise<Outcome> {
  const text = randomZone(seed);
  const file = `zone-${seed}`;
  writeFileSync(join(directory, file), text, 'latin1');
  const reading = readFile(file, directory);
  if (text.startsWith(BYTE_ORDER_MARK)) {
    writeFileSync(join(directory, file), text.slice(BYTE_ORDER_MARK.length), 'latin1');
  }
  const expected = await compileZone({ file }, directory);
  rmSync(join(directory, file));
  const isRefused = expected.startsWith('refused');
  if (isRefused && reading.errors.length > 0) return 'refused by both';
  if (isRefused ? WE_READ.test(expected) : isMeant(reading)) return 'read by one alone, as is meant';
  const lines = linesOf(expected, reading.mixedTtls);
  if (!isRefused && lines.join() === expectedLines(reading).join()) return 'read by both';
  const actual = await compileReading(reading, directory);
  if (!isRefused || !actual.startsWith('refused')) {
    const message = `seed ${seed} (alone: ZONEFILE_SEED=${seed} ZONEFILE_COUNT=1):\n${text}`;
    t.deepEqual(linesOf(actual, reading.mixedTtls), lines, message);
  }
  return 'compared by another run of named-compilezone';
}

function isMeant({ errors }: Reading): boolean {
  return errors.length > 0 && errors.every(({ reason }) => WE_REFUSE.test(reason));
}
