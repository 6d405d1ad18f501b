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

test.serial(
  '50 coprocesses started at once all say OK within 2 seconds, or twice what 50 bare Nodes take',
  async (t) => {
    const db = join(temporaryFolder(t), 'records.db');
    const slowest = async (start: () => Promise<number>) =>
      Math.max(...(await Promise.all(Array.from({ length: 50 }, start))));
    // Where even those that do nothing take so long, the machine is busy; what else it does may come in between.
    for (let turn = 1; ; turn++) {
      const bare = await slowest(timeOfNode);
      const ours = await slowest(() => timeToOk(db));
      t.log(
        `the slowest of 50: ${ours.toFixed()} ms; of 50 that do nothing, \`node -e 0\`: ${bare.toFixed()} ms`,
      );
      const isInTime = ours < Math.max(2000, 2 * bare);
      if (isInTime || turn === 3) return t.true(isInTime);
    }
  },
);

test.serial('from the start to OK takes at most 1.5 times what `node -e 0` takes', async (t) => {
  const db = join(temporaryFolder(t), 'records.db');
  let ratio = Number.POSITIVE_INFINITY;
  // Interleaved, median of 20; up to three times, since others may use the machine.
  for (let attempt = 0; attempt < 3 && ratio > 1.5; attempt++) {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < 20; round++) {
      ours.push(await timeToOk(db));
      bare.push(await timeOfNode());
    }
    ratio = median(ours) / median(bare);
    t.log(`${median(ours).toFixed(1)} ms against ${median(bare).toFixed(1)} ms: ${ratio.toFixed(2)} times`);
  }
  t.true(ratio <= 1.5);
});

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1]!;
}
