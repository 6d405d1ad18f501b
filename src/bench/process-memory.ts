/** How much memory have the children of a process had at most? */

import { readFileSync } from 'node:fs';

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
  look(pid = this.pid): void {
    for (const child of childrenOf(pid)) {
      const peak = peakBytes(child);
      if (peak !== undefined) this.#peaks.set(child, peak);
      this.look(child);
    }
  }
}

/** Those that its main thread has started (proc_tid_children(5)). */
function childrenOf(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`).match(/\d+/g) ?? []).map(Number);
}

/** `VmHWM`, the peak resident set size (proc_pid_status(5)): mapped files that are in memory count. */
function peakBytes(pid: number): number | undefined {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Nothing if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
