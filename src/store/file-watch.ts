/** Has somebody changed a database file behind SQLite's back? */

import { type BigIntStats, statSync } from 'node:fs';
import { StoreError } from './store-error.js';

/**
 * Remembers a file in which a snapshot is open. The function it returns throws REPLACED if the file has gone since, was
 * replaced or truncated, or was written over while the write-ahead log was empty.
 *
 * An empty log and a snapshot keep everybody who goes by SQLite's locks from writing the file (wal.c,
 * WAL_READ_LOCK(0)). A log with something in it may be folded in meanwhile, and then the file is written and may grow.
 */
export function watchFile(path: string): () => void {
  const before = look(path);
  const isSealed = !look(`${path}-wal`)?.size;
  return () => {
    if (!isSame(before, look(path), isSealed))
      throw new StoreError('REPLACED', `${path} was replaced or written over while it was read: ask again`);
  };
}

function look(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function isSame(before: BigIntStats | undefined, after: BigIntStats | undefined, isSealed: boolean): boolean {
  if (before === undefined || after === undefined) return false;
  if (before.dev !== after.dev || before.ino !== after.ino || after.size < before.size) return false;
  return !isSealed || (before.size === after.size && before.mtimeNs === after.mtimeNs);
}
