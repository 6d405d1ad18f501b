/** Is a coprocess up in time? PowerDNS waits pipe-timeout, 2 seconds, for the answer to HELO. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { pdnsPipe } from './product.js';
import { temporaryFolder } from './temporary-folder.js';

/** Starts a coprocess and says HELO. Resolves with the milliseconds to its OK. */
async function timeToOk(db: string): Promise<number> {
  const began = performance.now();
  const child = spawn(pdnsPipe, ['serve', '--db', db], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('HELO\t4\n');
  const [answer] = await once(child.stdout, 'data');
  const took = performance.now() - began;
  if (!`${answer}`.startsWith('OK\t')) throw new Error(`not OK: ${answer}`);
  child.stdin.end();
  await ended(child);
  return took;
}

/** The milliseconds that a Node takes that does nothing. */
async function timeOfNode(): Promise<number> {
  const began = performance.now();
  await ended(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }));
  return performance.now() - began;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await once(child, 'exit');
}

test.serial('50 coprocesses started at once all say OK within 2 seconds', async (t) => {
  const db = join(temporaryFolder(t), 'records.db');
  const times = await Promise.all(Array.from({ length: 50 }, () => timeToOk(db)));
  const slowest = Math.max(...times);
  t.log(`the slowest of 50: ${Math.round(slowest)} ms`);
  t.true(slowest < 2000, `${slowest} ms`);
});

test.serial('from the start to OK takes at most 1.5 times what `node -e 0` takes', async (t) => {
  const db = join(temporaryFolder(t), 'records.db');
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < 20; round++) {
    ours.push(await timeToOk(db));
    bare.push(await timeOfNode());
  }
  const ratio = median(ours) / median(bare);
  t.log(
    `median of 20: ${median(ours).toFixed(1)} ms against ${median(bare).toFixed(1)} ms, ${ratio.toFixed(2)} times`,
  );
  t.true(ratio <= 1.5, `${ratio}`);
});

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1]!;
}
