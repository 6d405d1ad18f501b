/** How much CPU time has a process used? */

import { readdirSync, readFileSync } from 'node:fs';

/**
 * Microseconds on a CPU so far, of all living threads of `pid` (Linux, Documentation/scheduler/sched-stats.rst);
 * undefined where the kernel does not tell.
 */
export function cpuTimeUs(pid: number): number | undefined {
  try {
    let nanoseconds = 0;
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]);
    }
    return nanoseconds / 1000;
  } catch {
    return undefined;
  }
}
