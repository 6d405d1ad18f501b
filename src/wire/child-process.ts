/** How do lines travel to a program that we start? Over its stdin and stdout, as PowerDNS does. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import split2 from 'split2';
import type { Wire } from './wire.js';

/** Starts a command without a shell. What it writes to stderr goes to ours. Rejects if it can't be started. */
export async function startProcess(
  command: string,
  args: readonly string[] = [],
): Promise<Wire & { pid: number }> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await once(child, 'spawn');
  child.stdin.on('error', () => {}); // It closed its stdin: the end of its stdout will tell.

  // split2 hands over an unfinished last line as if it were whole: count the newlines to tell.
  let wholeLines = 0;
  child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
    wholeLines += chunk.split('\n').length - 1;
  });
  const lines = child.stdout.pipe(split2())[Symbol.asyncIterator]();

  return {
    pid: child.pid!,
    send(text) {
      child.stdin.write(text, 'latin1');
    },
    async receive() {
      const { value } = await lines.next();
      wholeLines -= 1;
      return wholeLines < 0 ? undefined : value;
    },
    async close() {
      child.stdin.end();
      child.stdout.resume();
      await exited;
    },
  };
}
