/** Which coprocesses has a PowerDNS? Its child processes, as the kernel lists them. */

import { readdirSync, readFileSync } from 'node:fs';

/** The process ids of the children of `pid`. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
      // The command in parentheses may hold blanks; state and parent follow it (proc(5)).
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(parent) === pid && state !== 'Z' ? [Number(entry)] : [];
    } catch {
      return []; // It ended meanwhile.
    }
  });
}
