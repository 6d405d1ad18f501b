/** How does a long result get out? Synchronously: a slow reader is waited for, and one that has gone ends it. */

import { writeAll } from '../wire/stdio.js';

/** A guess: few writes, and little memory. */
const CHUNK_CHARS = 64 * 1024;

/** Told of bytes when they have been written. */
export type OnBytes = (bytes: number) => void;

/** Writes ASCII text to stdout, piece by piece. That nobody reads any more (`| head`) ends it without a word. */
export function writeOut(pieces: Iterable<string>): void {
  explained(() => writePieces(1, pieces));
}

/** Writes text to stdout. False when nobody reads any more. */
export function print(text: string): boolean {
  return explained(() => writeAll(1, Buffer.from(text).toString('latin1')));
}

/** Writes ASCII text to `fd` until its end, or until nobody reads it any more, and tells how many bytes are out. */
export function writePieces(fd: number, pieces: Iterable<string>, onBytes: OnBytes = () => {}): void {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARS) continue;
    if (!writeAll(fd, chunk)) return;
    onBytes(chunk.length);
    chunk = '';
  }
  writeAll(fd, chunk);
  onBytes(chunk.length);
}

function explained<T>(write: () => T): T {
  try {
    return write();
  } catch (cause) {
    const { code, syscall, message } = cause as NodeJS.ErrnoException;
    if (syscall !== 'write') throw cause;
    const explanation = `stdout can't be written: ${message}; what came out is not all`;
    throw Object.assign(new Error(explanation, { cause }), { code });
  }
}

/** A JSON array with one value a line. */
export function* jsonLines(values: Iterable<unknown>): Generator<string> {
  let before = '[';
  for (const value of values) {
    yield `${before}\n  ${JSON.stringify(value)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
