/** Which processes has a process started? */

import { readdirSync, readFileSync } from 'node:fs';

/** Those that are alive, and theirs (proc_tid_children(5)). Any of its threads may have started them. */
export function descendantsOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) => childrenOf(pid, thread));
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function childrenOf(pid: number, thread: string): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1');
    return (list.match(/\d+/g) ?? []).map(Number);
  } catch {
    return [];
  }
}
