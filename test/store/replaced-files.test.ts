import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { startAsking } from './asking-process.js';
import { writeHosts } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

/**
 * Two processes have the file open, and one of them has not been asked for long when the file is replaced. As long as it
 * has the old one open, SQLite takes the old index of the write-ahead log for the new file's. So there may be errors
 * (`mayFail`), but never other answers than the new ones.
 */
const leadsToTheNewData = test.macro(
  async (t, count: number, replace: (from: string, to: string) => void, mayFail: boolean) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'records.db');
    const other = join(folder, 'other.db');
    writeHosts(path, '192.0.2.0', 3000);
    const askBusy = startAsking(t, path);
    const askIdle = startAsking(t, path);
    t.is(await askBusy(90), '192.0.2.0');
    t.is(await askIdle(90), '192.0.2.0');
    writeHosts(path, '192.0.2.1', 3000);
    t.is(await askBusy(90), '192.0.2.1');
    writeHosts(other, '192.0.2.2', count);
    replace(other, path);
    const first = await askBusy(count);
    if (mayFail) t.regex(first, /^(CORRUPT.* or was replaced while processes had it open.*|192\.0\.2\.2)$/);
    else t.is(first, '192.0.2.2');
    t.is(await askIdle(count), '192.0.2.2');
    t.is(await askBusy(count), '192.0.2.2');
  },
);

/** What an error message of the store tells people to do. */
function moveOver(from: string, to: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(to + suffix);
  renameSync(from, to);
}

for (const [size, count] of Object.entries({ 'as large': 3000, smaller: 500, larger: 9000 })) {
  test(
    `a file renamed over the old one is served by all processes, ${size}`,
    leadsToTheNewData,
    count,
    renameSync,
    count > 3000,
  );
  test(
    `a file copied over the old one is served by all processes, ${size}`,
    leadsToTheNewData,
    count,
    copyFileSync,
    count > 3000,
  );
  test(
    `a file moved as the errors say is served by all processes at once, ${size}`,
    leadsToTheNewData,
    count,
    moveOver,
    false,
  );
}
