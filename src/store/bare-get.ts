/** What does SQLite alone take for a lookup? For a bench that compares the reader with it. */

import { openForReading } from './database.js';

export interface BareGet {
  /** The row of a name (a sort key), by one prepared statement and nothing else. */
  get(zoneId: number, key: string): string | undefined;
  close(): void;
}

/** `isHeld`: inside one transaction from open to close, so that no lookup takes a lock. */
export function openBareGet(path: string, { isHeld }: { isHeld: boolean }): BareGet {
  const database = openForReading(path);
  const statement = database
    .prepare<[number, string], string>('SELECT records FROM node WHERE zone = ? AND name = ?')
    .pluck();
  if (isHeld) database.exec('BEGIN');
  return {
    get: (zoneId, key) => statement.get(zoneId, key),
    close: () => database.close(),
  };
}
