/** Where does SQLite come from? */

import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { StoreError } from './store-error.js';

let loaded: typeof BetterSqlite3 | undefined;

/**
 * better-sqlite3, loaded at the first call: a process that only says HELO never pays for it.
 *
 * Throws NO_ADDON if its native part is missing or was built for another version of Node.
 */
export function loadSqlite(): typeof BetterSqlite3 {
  loaded ??= load();
  return loaded;
}

function load(): typeof BetterSqlite3 {
  try {
    const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
    // The package loads without its native part: only a database needs that.
    new Sqlite(':memory:').close();
    return Sqlite;
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n', 1)[0];
    throw new StoreError(
      'NO_ADDON',
      `better-sqlite3 can't be loaded into Node ${process.version} (ABI ${process.versions.modules}, ${platform()}): ` +
        `run \`npm rebuild better-sqlite3\` with this very Node. The reason: ${reason}`,
      { cause },
    );
  }
}

/** A native part fits one system, processor and C library. */
function platform(): string {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  const glibc = header.glibcVersionRuntime;
  return `${process.platform}-${process.arch}, ${glibc === undefined ? 'no glibc' : `glibc ${glibc}`}`;
}
