/** How is a large zone file read while its records are put in order? This file runs as a thread. */

import { on } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readPieces, type ZoneFilePiece } from './zone-file-batches.js';

interface ThreadInput {
  readonly file: string;
  readonly origin: string | undefined;
  /** How many pieces are on their way. */
  readonly waiting: Int32Array;
}

/** A guess: enough that neither side waits long for the other. */
const MAX_WAITING = 16;

/** The file piece by piece, read by another thread. Throws what reading it throws. */
export async function* readPiecesInThread(
  file: string,
  origin: string | undefined,
): AsyncGenerator<ZoneFilePiece> {
  const waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ThreadInput = { file, origin, waiting };
  const thread = new Worker(new URL(import.meta.url), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: 48 },
  });
  try {
    for await (const [piece] of on(thread, 'message', { close: ['exit'] })) {
      yield piece as ZoneFilePiece;
      Atomics.sub(waiting, 0, 1);
      Atomics.notify(waiting, 0);
    }
  } finally {
    await thread.terminate();
  }
}

function sendPieces({ file, origin, waiting }: ThreadInput): void {
  for (const piece of readPieces(file, origin)) {
    for (let count = Atomics.load(waiting, 0); count >= MAX_WAITING; count = Atomics.load(waiting, 0))
      Atomics.wait(waiting, 0, count);
    Atomics.add(waiting, 0, 1);
    parentPort!.postMessage(piece);
  }
}

if (!isMainThread) sendPieces(workerData as ThreadInput);
