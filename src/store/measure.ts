/** How big is a database? */

import { statSync } from 'node:fs';
import { openForReading } from './database.js';
import { explained } from './sqlite-error.js';

export interface StoreSize {
  readonly zones: number;
  readonly records: number;
  /** On disk, with the write-ahead log and its index, if there are any. */
  readonly bytes: number;
}

export function measureStore(path: string): StoreSize {
  const database = openForReading(path);
  try {
    const bytes = ['', '-wal', '-shm'].reduce(
      (total, suffix) => total + (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
    const count = database.prepare<[], { zones: number; records: number }>(
      `SELECT (SELECT count(*) FROM zone) AS zones,
         total(length(records) - length(replace(records, char(10), '')) + 1) AS records
       FROM node WHERE length(records) > 1`,
    );
    return { ...explained(path, () => count.get()!), bytes };
  } finally {
    database.close();
  }
}
