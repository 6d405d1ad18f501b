/** Where do the bytes of a zone file come from? */

import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

/** What standard input is called in messages. */
export const STDIN = '<stdin>';

const CHUNK_BYTES = 64 * 1024;

/** Bytes of a file; 0 where that is not known beforehand (standard input). */
export function sizeOf(file: string): number {
  return file === STDIN ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}

/** The file's bytes piece by piece, each told to `onBytes` when it is read. Throws what open(2) and read(2) throw. */
export function* readChunks(file: string, onBytes: (bytes: number) => void = () => {}): Generator<Buffer> {
  const fd = file === STDIN ? 0 : openSync(file, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const read = readSync(fd, chunk, 0, CHUNK_BYTES, null);
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
  return (path) => {
    const file = resolve(directory, path);
    const inside = relative(realpathSync(directory), realpathSync(file));
    if (inside.startsWith('..') || isAbsolute(inside))
      throw Object.assign(new Error(`${path} lies outside ${directory}: copy it there`), { code: 'OUTSIDE' });
    return { file, input: readChunks(file) };
  };
}
