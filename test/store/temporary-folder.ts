/** Where do the tests of the store put their files? */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';

/** A folder that goes when the test has ended. */
export function temporaryFolder(t: ExecutionContext<unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-store-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
