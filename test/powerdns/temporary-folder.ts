/** Where does a test keep its files? In a folder that goes when the test ends. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** A new, empty folder, removed at the end of the test. */
export function temporaryFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
