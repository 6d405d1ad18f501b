/** Does the reader make of random files what BIND's named-compilezone makes of them? */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { compileReading, compileZone, expectedLines, linesOf, namedVersion, readFile } from './named.js';
import { BYTE_ORDER_MARK, INCLUDED, randomZone } from './random-zone.js';

/** 1500 files take about a minute of CPU time, nearly all of it starts of named-compilezone. */
const FILES = Number(process.env.ZONEFILE_COUNT ?? 1500);
const FIRST_SEED = Number(process.env.ZONEFILE_SEED ?? 1);

/** Without named-compilezone nothing is compared; where CI is set it must be there. */
const compare = namedVersion() === undefined && process.env.CI === undefined ? test.skip : test;

type Outcome =
  | 'read by both'
  | 'refused by both'
  | 'compared by another run of named-compilezone'
  | 'read by us alone, as is meant';

/** What named says of files that we mean to read; each stands in named.test.ts. Several words of content in $GENERATE, a directive in a last line without newline; parentheses in $GENERATE. */
const MEANT = /extra input text|unbalanced parentheses/;

compare(`named-compilezone reads ${FILES} random files from seed ${FIRST_SEED} as we do`, async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-'));
  t.teardown(() => rmSync(directory, { recursive: true }));
  for (const [file, text] of Object.entries(INCLUDED)) writeFileSync(join(directory, file), text);
  const counts = new Map<Outcome, number>();
  let seed = FIRST_SEED;
  async function work(): Promise<void> {
    while (seed < FIRST_SEED + FILES) {
      const outcome = await compareReadings(t, seed++, directory);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
  }
  await Promise.all([work(), work()]);
  for (const [outcome, count] of counts) t.log(`${count} ${outcome}`);
});

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
  if (isRefused && MEANT.test(expected)) return 'read by us alone, as is meant';
  const lines = linesOf(expected, reading.mixedTtls);
  if (!isRefused && lines.join() === expectedLines(reading).join()) return 'read by both';
  const actual = await compileReading(reading, directory);
  if (!isRefused || !actual.startsWith('refused')) {
    const message = `seed ${seed} (alone: ZONEFILE_SEED=${seed} ZONEFILE_COUNT=1):\n${text}`;
    t.deepEqual(linesOf(actual, reading.mixedTtls), lines, message);
  }
  return 'compared by another run of named-compilezone';
}
