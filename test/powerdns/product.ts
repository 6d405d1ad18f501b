/** How does PowerDNS get to our own program? An imported database and the lines of pdns.conf. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExecutionContext } from 'ava';
import { type Running, start } from '../serve/listener-process.js';
import { repository, type ZoneFile } from './zone-files.js';

export const pdnsPipe = join(repository, 'bin/pdns-pipe');

/** Imports zone files with `pdns-pipe import`. Rejects with what it wrote if one is refused. */
export function importZones(db: string, zones: readonly ZoneFile[]): Promise<void> {
  return importFrom(
    db,
    zones.map(({ file }) => file),
  );
}

/** The same with other arguments, and with `input` on standard input. */
export async function importFrom(db: string, args: readonly string[], input?: Buffer): Promise<void> {
  const running = promisify(execFile)(pdnsPipe, ['import', '--db', db, ...args]);
  running.child.stdin!.end(input);
  await running;
}

/** Settings for PowerDNS to ask `pdns-pipe serve`. */
export function pipeSettings(db: string, abi: number, ...options: string[]): Record<string, string> {
  return commandSettings([pdnsPipe, 'serve', '--db', db, ...options].join(' '), abi);
}

/** Settings for PowerDNS to ask a command, or a socket. Its patience is for a busy machine; the default is 2 seconds. */
export function commandSettings(command: string, abi: number): Record<string, string> {
  return { launch: 'pipe', 'pipe-command': command, 'pipe-abi-version': `${abi}`, 'pipe-timeout': '20000' };
}

/** Starts `pdns-pipe listen` or `pdns-pipe bridge --listen`, and waits till it has its path. It ends with the test. */
export async function startOnSocket(t: ExecutionContext, ...args: string[]): Promise<Running> {
  // The kernel ends it when this process dies, however it dies.
  const running = start(t, 'setpriv', ['--pdeathsig', 'KILL', pdnsPipe, ...args]);
  await running.logged(/event=started/);
  return running;
}
