import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Ask, startAsking } from './asking-process.js';
import { writeHosts } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const isRoot = process.getuid!() === 0;
/** Nobody, or this user if it is not root: then the folder's mode has to keep it out. */
const [uid, gid] = isRoot ? [65534, 65534] : [process.getuid!(), process.getgid!()];

/** A database in a folder that another user can read and not write, and that user's questions. */
function prepare(t: ExecutionContext<unknown>): {
  path: string;
  folder: string;
  ask: Ask;
  setMode(mode: number): void;
} {
  const folder = temporaryFolder(t);
  const path = join(folder, 'records.db');
  writeHosts(path, '192.0.2.1', 10);
  const setMode = (mode: number): void => chmodSync(folder, mode);
  t.teardown(() => setMode(0o755));
  return { path, folder, setMode, ask: startAsking(t, path, { uid, gid }) };
}

test('a user who may only read the folder can read a database that another user has written', async (t) => {
  const { path, ask, setMode } = prepare(t);
  setMode(0o555);
  t.is(await ask(10), '192.0.2.1');
  setMode(0o755);
  writeHosts(path, '192.0.2.2', 10);
  setMode(0o555);
  t.is(await ask(10), '192.0.2.2');
});

test('without the files of the write-ahead log, the error names the folder and the user', async (t) => {
  const { path, folder, ask, setMode } = prepare(t);
  for (const suffix of ['-wal', '-shm']) {
    t.true(existsSync(path + suffix));
    rmSync(path + suffix);
  }
  setMode(0o555);
  const answer = await ask(10);
  t.regex(answer, /^UNWRITABLE /);
  t.true(
    answer.endsWith(
      `user ${uid} must be able to make files in its directory ${folder} (the write-ahead log)`,
    ),
  );
});

test('a file that may not be read is an error that names the user', async (t) => {
  const { path, ask, setMode } = prepare(t);
  setMode(0o755);
  chmodSync(path, 0);
  const answer = await ask(10);
  t.regex(answer, /^UNREADABLE /);
  t.regex(answer, new RegExp(`user ${uid} must be able to read it`));
});

test('a folder that may not be entered is an error that names the user', async (t) => {
  const { ask, setMode } = prepare(t);
  setMode(0o600);
  const answer = await ask(10);
  t.regex(answer, /^UNREADABLE EACCES/);
  t.true(answer.endsWith(`user ${uid} must be able to enter its directory`));
});
