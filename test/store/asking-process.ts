/** How does a test ask a database from another process, maybe as another user? */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';

const program = fileURLToPath(new URL('ask-hosts.js', import.meta.url));

/** Asks for so many hosts, once all that was there before is too old, and tells all different answers. */
export type Ask = (hosts: number) => Promise<string>;

/** Starts a process that asks a database and, between its questions, has it open. It ends with the test. */
export function startAsking(
  t: ExecutionContext<unknown>,
  path: string,
  user?: { uid: number; gid: number },
): Ask {
  const child = spawn(process.execPath, [program, path], { stdio: ['pipe', 'pipe', 'inherit'], ...user });
  t.teardown(() => child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (hosts) => {
    await sleep(30);
    child.stdin.write(`${hosts}\n`);
    return (await lines.next()).value;
  };
}
