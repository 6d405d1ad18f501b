/** On which core does everything run? */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BenchError } from './bench-error.js';

/** Moves this process, and the children it starts from now on, to one core and returns its number. */
export function pinToOneCore(): number {
  try {
    const core = lastAllowedCore(readFileSync('/proc/self/status', 'latin1'));
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)]);
    return core;
  } catch (error) {
    const reason = (error as Error).message.trim();
    throw new BenchError(
      'NOT_PINNED',
      `cannot pin to one core: ${reason}; --pin needs Linux and taskset (util-linux)`,
      { cause: error },
    );
  }
}

/** The highest core of `Cpus_allowed_list:` (proc_pid_status(5)): the first ones take the interrupts. */
export function lastAllowedCore(status: string): number {
  const list = /^Cpus_allowed_list:\t(\S+)$/m.exec(status);
  return Number(/\d+$/.exec(list?.[1] ?? '')?.[0]);
}
