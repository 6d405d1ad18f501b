import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { openReader } from '../../src/store/reader.js';
import { StoreError } from '../../src/store/store-error.js';
import { openWriter } from '../../src/store/writer.js';
import { temporaryFolder } from './temporary-folder.js';

const question = { tag: 'Q', qname: 'a.', qclass: 'IN', qtype: 'SOA', zoneId: -1, remoteIp: '' } as const;

const isRefused = test.macro(async (t, message: RegExp, name: string, make?: (path: string) => unknown) => {
  const folder = temporaryFolder(t);
  const path = make === undefined ? name : join(folder, name);
  await make?.(path);
  const reader = openReader(path);
  const uses = {
    'a question': () => reader.lookup(question),
    'a transfer': () => [...reader.transfer({ tag: 'AXFR', zoneId: 1 })],
    'a writer': () => openWriter(path),
  };
  for (const [use, action] of Object.entries(uses)) {
    const error = t.throws(action, { instanceOf: StoreError }, use);
    t.is(error?.code, 'NOT_A_FILE', use);
    t.regex(error?.message ?? '', message, use);
  }
  t.true(readdirSync(folder).length <= 1, 'nothing was made beside it');
});

const noFile = /records\.db is a directory, a pipe, a socket or a device: a database is a regular file/;
test('a directory is no database', isRefused, noFile, 'records.db', (path) => mkdirSync(path));
test('a pipe is no database, and nobody waits for it', isRefused, noFile, 'records.db', (path) => {
  execFileSync('mkfifo', [path]);
});
test('a socket is no database', isRefused, noFile, 'records.db', async (path) => {
  const server = createServer().unref();
  await new Promise<void>((resolve) => server.listen(path, resolve));
});
test('a device is no database', isRefused, noFile, 'records.db', (path) => symlinkSync('/dev/null', path));

const noName = (path: string): RegExp => new RegExp(`^'${path}' can't be the name of a database`);
for (const [path, what] of [
  ['', 'an empty name'],
  [' ', 'a blank'],
  [':memory:', ':memory:'],
  [' records.db', 'a name with a blank before it'],
  ['records.db ', 'a name with a blank behind it'],
] as const) {
  test(`${what} is no name of a database`, isRefused, noName(path), path);
}
