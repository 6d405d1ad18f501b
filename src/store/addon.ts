/** Where does SQLite come from? */

import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { StoreError } from './store-error.js';

/**
 * better-sqlite3, loaded at the first call: a process that only says HELO never pays for it.
 *
 * Throws NO_ADDON if its native part is missing or was built for another version of Node.
 */
export function loadSqlite(): typeof BetterSqlite3 {
  const require = createRequire(import.meta.url);
  try {
    const Database = require('better-sqlite3') as typeof BetterSqlite3;
    // The package loads without its native part: only a database needs that.
    new Database(':memory:').close();
    return Database;
  } catch (cause) {
    const { glibcVersionRuntime: glibc } = (process.report.getReport() as unknown as { header: Header })
      .header;
    const libc = glibc === undefined ? '' : `, glibc ${glibc}`;
    throw new StoreError(
      'NO_ADDON',
      `better-sqlite3 can't be loaded into Node ${process.version} (ABI ${process.versions.modules}, ` +
        `${process.platform}-${process.arch}${libc}): run \`npm rebuild better-sqlite3\` with this very Node; ` +
        `the reason: ${firstLine(cause)}`,
      { cause },
    );
  }
}

interface Header {
  readonly glibcVersionRuntime?: string;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
}
