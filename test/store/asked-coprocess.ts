/** What does a coprocess say that is asked all the time? */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { pdnsPipe } from './pdns-pipe.js';

/** Milliseconds between two questions: others need the cores too. */
const askEachMs = 5;
/** So many questions to one transfer. */
const transferEach = 50;

/** The TXT records of the zone with id 1, and how often each content stands in it. */
export type Contents = ReadonlyMap<string, number>;

export interface AskedCoprocess {
  /** Of the zone as it is told now. */
  transfer(): Promise<Contents>;
  /** Ends it. Returns how often it was asked, and every answer that was not right. */
  stop(): Promise<{ asked: number; faults: string[] }>;
}

/** Starts `pdns-pipe serve` and asks it for a name, and for the whole zone, until it is stopped. */
export function startAskedCoprocess(
  t: ExecutionContext<unknown>,
  { db, qname, isWhole }: { db: string; qname: () => string; isWhole: (contents: Contents) => boolean },
): AskedCoprocess {
  const child = spawn(pdnsPipe, ['serve', '--db', db], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const faults: string[] = [];
  let asked = 0;
  let isStopped = false;
  child.once('exit', () => {
    isStopped = true;
  });
  let last: Promise<unknown> = Promise.resolve();

  /** One request at a time. */
  const ask = (request: string): Promise<string[]> => {
    const answer = last.then(async () => {
      child.stdin.write(`${request}\n`);
      asked += 1;
      const rows: string[] = [];
      for (;;) {
        const { value: line = 'FAIL (it has ended)' } = await lines.next();
        if (line === 'END' || line.startsWith('OK')) return rows;
        if (!line.startsWith('DATA\t')) faults.push(`${request}: ${line}`);
        if (line.startsWith('FAIL')) return rows;
        rows.push(line);
      }
    });
    last = answer;
    return answer;
  };
  const transfer = async (): Promise<Contents> => {
    const contents = new Map<string, number>();
    for (const row of await ask('AXFR\t1\tbig.example')) {
      const [, , , , , type, , , content] = row.split('\t');
      if (type === 'TXT') contents.set(content!, (contents.get(content!) ?? 0) + 1);
    }
    if (!isWhole(contents)) faults.push(`transfer: ${JSON.stringify([...contents].slice(0, 5))}`);
    return contents;
  };
  const asking = (async () => {
    await ask('HELO\t4');
    for (let number = 1; !isStopped; number += 1) {
      if (number % transferEach === 0) await transfer();
      const name = qname();
      const rows = await ask(`Q\t${name}\tIN\tANY\t1\t127.0.0.1\t127.0.0.1\t127.0.0.1/32`);
      if (rows.length !== 1) faults.push(`${name}: ${rows.length} records`);
      await sleep(askEachMs);
    }
  })();
  return {
    transfer,
    stop: async () => {
      isStopped = true;
      await asking;
      child.stdin.end();
      return { asked, faults };
    },
  };
}
