/** How do the tests run commands? */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { openSyncProcess, type SyncProcess } from '../../src/wire/sync-process.js';

export const bin = fileURLToPath(new URL('../../../bin/pdns-pipe', import.meta.url));
const program = fileURLToPath(new URL('command-process.js', import.meta.url));

/** How a command ended, and what it printed. */
export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of a test file, gone when it is done. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-cli-'));
  test.after.always(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** What runs command lines as the bin does, but all of a test file's in one process. */
export function commandProcess() {
  let commands: SyncProcess;
  test.before(async () => {
    commands = await openSyncProcess(process.execPath, [program], { timeoutMs: 60_000 });
  });
  test.after.always(() => commands.close());
  const buffer = Buffer.alloc(65_536);
  const run = (args: readonly string[]): Ended => {
    commands.write(Buffer.from(`${JSON.stringify(args)}\n`));
    let text = '';
    do text += buffer.toString('latin1', 0, commands.read(buffer, 0));
    while (!/\0.*\0$/.test(text));
    const [stdout, rest] = Buffer.from(text, 'latin1').toString().split('\0') as [string, string];
    return { stdout, ...JSON.parse(rest) };
  };
  /** What the command printed, which must have ended with status 0. */
  const succeed = (t: ExecutionContext<unknown>, args: readonly string[]): string => {
    const { status, stdout, stderr } = run(args);
    t.is(status, 0, stderr);
    return stdout;
  };
  /** That the command ends with this status and says why, without a stack; what it printed on stdout. */
  const fail = (
    t: ExecutionContext<unknown>,
    args: readonly string[],
    expected: number,
    because: RegExp,
  ): string => {
    const { status, stdout, stderr } = run(args);
    t.is(status, expected, stderr);
    t.regex(stderr, because);
    t.notRegex(stderr, /\n {4}at /);
    return stdout;
  };
  return { run, succeed, fail };
}
