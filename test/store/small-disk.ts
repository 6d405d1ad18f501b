/** Where is there a disk that is soon full? */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from './temporary-folder.js';

/** Whether this process may mount a file system: in most containers not. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-mount-'));
  try {
    mount(folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

/** A file system of 8 MiB, which goes with the test. */
export function smallDisk(t: ExecutionContext<unknown>): string {
  const folder = join(temporaryFolder(t), 'disk');
  mkdirSync(folder);
  mount(folder);
  t.teardown(() => unmount(folder));
  return folder;
}

/** Writes a file that leaves so much room. */
export function fillDisk(disk: string, file: string, leftBytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
}

function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
}

/** Also while a process that is being killed has a file open there. */
function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
}
