/** What does it cost to run something once, from start to end? */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { BenchError } from './bench-error.js';
import { PeakMemory } from './process-memory.js';

export interface MeasuredRun {
  readonly elapsedMs: number;
  /** Of all its processes. */
  readonly cpuMs: number;
  /** Of each of its processes at most, added up; undefined where the kernel does not tell. */
  readonly peakBytes: number | undefined;
  readonly stdout: string;
}

export interface RunOptions {
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Kills what runs. */
  readonly ending: AbortSignal;
}

/** Milliseconds between two looks at its memory: a peak in the last moment may be missed. */
const lookEachMs = 20;

/** Runs a command of the shell; throws BenchError FAILED, with what it wrote to stderr. */
export async function runMeasured(
  command: string,
  { directory, env, ending }: RunOptions,
): Promise<MeasuredRun> {
  ending.throwIfAborted();
  // `times` tells the CPU time of all that the shell has waited for (POSIX, Shell Command Language, 2.14).
  const script = `${command}\nstatus=$?\ntimes >&3\nexit $status`;
  const start = performance.now();
  const shell = spawn('sh', ['-c', script], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A process group of its own, which can be killed as a whole.
    detached: true,
  });
  const pid = shell.pid!;
  const kill = () => process.kill(-pid, 'SIGKILL');
  ending.addEventListener('abort', kill);
  const memory = new PeakMemory(pid);
  const looks = setInterval(() => memory.look(), lookEachMs);
  try {
    const [stdout, stderr, cpuTimes, [status]] = await Promise.all([
      text(shell.stdout!),
      text(shell.stderr!),
      text(shell.stdio[3] as NodeJS.ReadableStream),
      once(shell, 'exit'),
    ]);
    const elapsedMs = performance.now() - start;
    if (status !== 0) {
      const said = stderr.trim().replaceAll('\n', '; ') || 'nothing on stderr';
      throw new BenchError('FAILED', `exit status ${status}: ${said}`);
    }
    return { elapsedMs, cpuMs: childrenCpuMs(cpuTimes), peakBytes: memory.bytes, stdout };
  } finally {
    clearInterval(looks);
    ending.removeEventListener('abort', kill);
  }
}

/** The second line of `times`: user and system time of the children, as `1m2.34s 0m5.67s`. */
function childrenCpuMs(times: string): number {
  const [user, system] = times
    .split('\n')[1]!
    .split(' ')
    .map((time) => {
      const [minutes, seconds] = time.split(/[ms]/).map(Number);
      return (minutes! * 60 + seconds!) * 1000;
    });
  return user! + system!;
}
