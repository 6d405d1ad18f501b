/** How much memory have the children of a process had at most? */

import { readFileSync } from 'node:fs';
import { descendantsOf } from './process-tree.js';

/** Remembers each child's peak from look to look: the kernel forgets it when the child ends. */
export class PeakMemory {
  readonly #peaks = new Map<number, number>();

  constructor(private readonly pid: number) {}

  /** Bytes, each child's peak added up; undefined where the kernel does not tell. */
  get bytes(): number | undefined {
    return this.#peaks.size === 0
      ? undefined
      : [...this.#peaks.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Looks at the children, and theirs, that there are now. */
  look(): void {
    for (const child of descendantsOf(this.pid)) {
      const peak = peakBytes(child);
      if (peak !== undefined) this.#peaks.set(child, peak);
    }
  }
}

/** `VmHWM`, the peak resident set size (proc_pid_status(5)): mapped files that are in memory count. */
function peakBytes(pid: number): number | undefined {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined; // It has ended.
  }
}
