/** How is a thread woken while it waits for the next line? By another thread, which writes a byte into the pipe. */

import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as WorkerThreads from 'node:worker_threads';

/** Wakes whoever blocks in reading a pipe, and keeps the byte that does it out of the lines. */
export interface Alarm {
  /**
   * Lets it ring once, `afterMs` from now, or earlier if it is set already. False if it can't ring: at first, while its
   * thread starts, and for good if this is no pipe that can be written to, or not Linux.
   */
  set(): boolean;
  /**
   * Takes the bytes that it has rung with out of those that a read has put at `start` to `end`, and returns the new
   * `end`: less than before if it has rung.
   */
  silence(buffer: Buffer, start: number, end: number): number;
  close(): void;
}

/**
 * What both threads share: whether the other one runs, whether the alarm is set, and how many bytes have been written
 * (or are just about to be) and not been taken out.
 */
const [IS_READY, IS_SET, RINGING] = [0, 1, 2];

/** NUL: no line has it (PowerDNS writes `\000`), so that it is found even if it comes between two halves of a line. */
const RING = 0;

/** An alarm for a reader of `fd`. It costs nothing until it is set for the first time, and a thread from then on. */
export function openAlarm(fd: number, afterMs: number): Alarm {
  const state = new Int32Array(new SharedArrayBuffer(12));
  let worker: WorkerThreads.Worker | 'impossible' | undefined;
  return {
    set() {
      worker ??= canRing(fd) ? startWorker({ state, fd, afterMs }) : 'impossible';
      if (Atomics.load(state, IS_READY) === 0) return false;
      Atomics.store(state, IS_SET, 1);
      Atomics.notify(state, IS_SET);
      return true;
    },
    silence(buffer, start, end) {
      let rest = end;
      while (Atomics.load(state, RINGING) > 0) {
        const at = buffer.subarray(start, rest).indexOf(RING);
        if (at < 0) break;
        buffer.copyWithin(start + at, start + at + 1, rest);
        rest -= 1;
        Atomics.sub(state, RINGING, 1);
      }
      return rest;
    },
    close() {
      Atomics.store(state, IS_READY, 0);
      if (typeof worker === 'object') worker.terminate();
    },
  };
}

/** The writing end is opened for a moment only: as long as it is open, the reader does not see the pipe's end. */
const WRITE_END = constants.O_WRONLY | constants.O_NONBLOCK;

function canRing(fd: number): boolean {
  try {
    if (!fstatSync(fd).isFIFO()) return false;
    closeSync(openSync(`/proc/self/fd/${fd}`, WRITE_END));
    return true;
  } catch {
    return false;
  }
}

function startWorker(shared: {
  state: Int32Array;
  fd: number;
  afterMs: number;
}): WorkerThreads.Worker | 'impossible' {
  try {
    // Loaded here, since it would cost every start some milliseconds.
    const { Worker } = createRequire(import.meta.url)('node:worker_threads') as typeof WorkerThreads;
    const workerData = { ...shared, IS_READY, IS_SET, RINGING, RING, WRITE_END };
    const worker = new Worker(workerSource, { eval: true, workerData });
    worker.on('error', () => {}); // It never got ready, or has nothing more to do.
    worker.unref();
    return worker;
  } catch {
    return 'impossible';
  }
}

/** The byte is counted before it is written: it can't be read before it counts. A full pipe (a busy reader) is tried again. */
const workerSource = `
  const { closeSync, openSync, writeSync } = require('node:fs');
  const { state, fd, afterMs, IS_READY, IS_SET, RINGING, RING, WRITE_END } = require('node:worker_threads').workerData;
  const never = new Int32Array(new SharedArrayBuffer(4));
  Atomics.store(state, IS_READY, 1);
  for (;;) {
    Atomics.wait(state, IS_SET, 0);
    Atomics.wait(never, 0, 0, afterMs);
    Atomics.store(state, IS_SET, 0);
    Atomics.add(state, RINGING, 1);
    try {
      const pipe = openSync('/proc/self/fd/' + fd, WRITE_END);
      try {
        writeSync(pipe, Uint8Array.of(RING));
      } finally {
        closeSync(pipe);
      }
    } catch {
      Atomics.sub(state, RINGING, 1);
      Atomics.store(state, IS_SET, 1);
    }
  }
`;
