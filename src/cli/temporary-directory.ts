/** Where does a bench put its files? Into a directory that is gone when it ends, even if a signal ends it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `ending` is aborted when a signal ends this process: what still runs has to be killed then, at once. */
export async function withTemporaryDirectory(
  use: (directory: string, ending: AbortSignal) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-bench-'));
  const ending = new AbortController();
  // Who has just been killed may hold a directory for a moment.
  const clear = () => rmSync(directory, { recursive: true, maxRetries: 5 });
  const clearAndEnd = (signal: NodeJS.Signals) => {
    ending.abort();
    clear();
    process.kill(process.pid, signal);
  };
  process.once('SIGINT', clearAndEnd).once('SIGTERM', clearAndEnd);
  try {
    await use(directory, ending.signal);
  } finally {
    process.off('SIGINT', clearAndEnd).off('SIGTERM', clearAndEnd);
    clear();
  }
}
