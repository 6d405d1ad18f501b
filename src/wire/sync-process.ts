/** How does a line travel to a child process when one side writes, waits and reads, and nothing else happens? */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A child process whose stdin and stdout are named pipes, written and read synchronously. stderr is ours. */
export interface SyncProcess {
  readonly pid: number;
  /** How it ended: `exit status 3`, `SIGKILL`. */
  readonly ended: Promise<string>;
  /** Writes all of it; throws SyncProcessError CLOSED when the child does not read any more. */
  write(bytes: Uint8Array): void;
  /** Waits for the next bytes, puts them at `offset` and returns their number; throws CLOSED at the end, SILENT after `timeoutMs`. */
  read(buffer: Uint8Array, offset: number): number;
  /** Ends its stdin, gives it a second to go, then kills it. */
  close(): Promise<void>;
}

export type SyncProcessErrorCode = 'NOT_STARTED' | 'CLOSED' | 'SILENT';

/** The child cannot be started (NOT_STARTED), has gone (CLOSED) or says nothing (SILENT). */
export class SyncProcessError extends Error {
  override readonly name = 'SyncProcessError';
  constructor(
    readonly code: SyncProcessErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Time that a child has to go by itself once its stdin has ended (a guess: a second is long for closing a file). */
const closeTimeoutMs = 1000;

/** Starts `command`, found in PATH, without a shell. */
export async function openSyncProcess(
  command: string,
  args: readonly string[],
  { timeoutMs }: { timeoutMs: number },
): Promise<SyncProcess> {
  const { requests, replies, childStdin, childStdout } = openFifos();
  const child = spawn(command, args, { stdio: [childStdin, childStdout, 'inherit'] });
  closeSync(childStdin);
  closeSync(childStdout);
  try {
    await once(child, 'spawn');
  } catch (error) {
    closeSync(requests);
    closeSync(replies);
    throw new SyncProcessError('NOT_STARTED', `cannot start ${command}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? `exit status ${code}`);
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  const watch = await openWatch(replies, timeoutMs);

  return {
    pid: child.pid!,
    ended,
    write(bytes) {
      try {
        for (let written = 0; written < bytes.length; ) written += writeSync(requests, bytes, written);
      } catch (error) {
        throw new SyncProcessError('CLOSED', `${command} reads no more`, { cause: error });
      }
    },
    read(buffer, offset) {
      watch.start();
      const length = readSync(replies, buffer, offset, buffer.length - offset, null);
      if (watch.stop()) throw new SyncProcessError('SILENT', `${command} said nothing for ${timeoutMs} ms`);
      if (length === 0) throw new SyncProcessError('CLOSED', `${command} closed its stdout`);
      return length;
    },
    async close() {
      closeSync(requests);
      await endOf(child);
      closeSync(replies);
      process.off('exit', killChild);
      await watch.close();
    },
  };
}

/**
 * Two named pipes, each opened at both ends before there is a child, so that no open ever waits for it: it may die
 * before it reads. Nobody else ever opens them, so their names go at once.
 */
function openFifos() {
  const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-fifo-'));
  try {
    const [request, reply] = [join(directory, 'request'), join(directory, 'reply')];
    execFileSync('mkfifo', [request, reply]);
    const [requests, childStdin] = openFifo(request).reverse() as [number, number];
    const [replies, childStdout] = openFifo(reply) as [number, number];
    return { requests, replies, childStdin, childStdout };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The reading and the writing end, both blocking (fifo(7): a non-blocking open of the reading end never waits). */
function openFifo(path: string): [number, number] {
  const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  const reader = openSync(path, constants.O_RDONLY);
  closeSync(opener);
  return [reader, writer];
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timer = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs);
  await once(child, 'exit');
  clearTimeout(timer);
}

/** Wakes a read that has waited too long: a blocked thread cannot do it itself, so another one writes into the pipe. */
async function openWatch(replies: number, timeoutMs: number) {
  /** [0] counts starts and stops (odd: waiting), [1] is 1 after a timeout. */
  const state = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(watchSource, { eval: true, workerData: { state, replies, timeoutMs } });
  await once(worker, 'online');
  worker.unref();
  return {
    start: () => Atomics.add(state, 0, 1),
    stop: () => {
      Atomics.add(state, 0, 1);
      return Atomics.load(state, 1) === 1;
    },
    close: () => worker.terminate(),
  };
}

/** Looks four times per timeout, so it comes between 1 and 1.25 times `timeoutMs`. */
const watchSource = `
  const { openSync, writeSync } = require('node:fs');
  const { state, replies, timeoutMs } = require('node:worker_threads').workerData;
  let seen = 0;
  let since = Date.now();
  setInterval(() => {
    const count = Atomics.load(state, 0);
    if (count !== seen || count % 2 === 0) {
      seen = count;
      since = Date.now();
    } else if (Date.now() - since >= timeoutMs) {
      Atomics.store(state, 1, 1);
      writeSync(openSync('/proc/self/fd/' + replies, 'w'), '\\n');
    }
  }, timeoutMs / 4);
`;
