/** Where do the bytes of a zone file come from? */

import { closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { readSome } from '../wire/stdio.js';

/** What standard input is called in messages. */
export const STDIN = '<stdin>';

/** A guess: more than any real zone has, and soon reached by files that include each other in a tree. */
const MAX_INCLUDES = 10_000;

const CHUNK_BYTES = 64 * 1024;

/** Bytes of a file; 0 where that is not known beforehand (standard input). */
export function sizeOf(file: string): number {
  try {
    return file === STDIN ? 0 : statSync(file).size;
  } catch {
    return 0; // Reading it will tell why.
  }
}

/** The file's bytes piece by piece, each told to `onBytes` when it is read. Throws what open(2) and read(2) throw. */
export function* readChunks(file: string, onBytes: (bytes: number) => void = () => {}): Generator<Buffer> {
  const fd = file === STDIN ? 0 : openSync(file, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const read = readSome(fd, chunk, 0);
      if (read === 0) return;
      onBytes(read);
      yield chunk.subarray(0, read);
    }
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}

/** Opens what `$INCLUDE path` names, as long as it lies in the directory of the zone file or below. */
export function includesOf(zoneFile: string): (path: string) => { file: string; input: Iterable<Buffer> } {
  const directory = zoneFile === STDIN ? process.cwd() : dirname(zoneFile);
  let opened = 0;
  return (path) => {
    if (++opened > MAX_INCLUDES) throw refusal(`${MAX_INCLUDES} files have been included already`);
    const file = resolve(directory, path);
    const inside = relative(realpathSync(directory), realpathSync(file));
    if (inside === '..' || inside.startsWith('../') || isAbsolute(inside))
      throw refusal(`it lies outside the directory of ${zoneFile}; copy it there`);
    if (!statSync(file).isFile()) throw refusal('it is no regular file');
    return { file, input: readChunks(file) };
  };
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: 'REFUSED' });
}
