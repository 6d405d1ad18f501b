/** What runs many command lines in one process? Each takes some milliseconds then, where a process takes hundreds. */

import { createInterface } from 'node:readline';
import { main } from '../../src/cli/main.js';
import { writeAll } from '../../src/wire/stdio.js';

/** stdout is that of the command; behind it comes the rest, in a frame that no command prints. */
let stderr = '';
process.stderr.write = (text: string | Uint8Array) => {
  stderr += text;
  return true;
};

for await (const line of createInterface({ input: process.stdin })) {
  await main(JSON.parse(line));
  await new Promise((done) => process.stdout.write('', done));
  process.stdout.removeAllListeners('error');
  const rest = JSON.stringify({ status: process.exitCode ?? 0, stderr });
  writeAll(1, `\0${Buffer.from(rest).toString('latin1')}\0`);
  process.exitCode = undefined;
  stderr = '';
}
