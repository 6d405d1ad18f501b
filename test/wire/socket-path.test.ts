import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { listenAtPath, type SocketPathOptions } from '../../src/wire/socket-path.js';

const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-path-'));
test.after.always(() => rmSync(directory, { recursive: true }));
let files = 0;
const newPath = () => join(directory, `${files++}.sock`);

const options: SocketPathOptions = { mode: 0o660, takeOver: false };
const listen = (t: ExecutionContext<unknown>, path: string, more: Partial<SocketPathOptions> = {}) => {
  const server = serverThatSays(t, 'A');
  return listenAtPath(server, path, { ...options, ...more });
};

function serverThatSays(t: ExecutionContext<unknown>, text: string): Server {
  const server = createServer((socket) => socket.on('error', () => {}).end(text)); // A probe hangs up at once.
  t.teardown(() => server.close());
  return server;
}

async function heardAt(path: string): Promise<string> {
  const socket = connect(path).setEncoding('latin1');
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

/** A socket whose listener was killed: the file stays. */
async function staleSocket(path: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', script]), 'exit');
}

const modeOf = (path: string) => lstatSync(path).mode & 0o7777;

test('a server listens at the path, with that mode, and leaves nothing else there', async (t) => {
  const path = join(directory, 'alone', 'listener.sock');
  mkdirSync(join(directory, 'alone'));
  const taken = await listen(t, path, { mode: 0o660 });
  t.is(modeOf(path), 0o660);
  t.is(await heardAt(path), 'A');
  t.true(taken.isOurs());
  t.deepEqual(readdirSync(join(directory, 'alone')), ['listener.sock']);
  taken.release();
  t.deepEqual(readdirSync(join(directory, 'alone')), []);
});

test('the umask is what it was', async (t) => {
  const before = process.umask();
  await listen(t, newPath());
  t.is(process.umask(), before);
});

/** A program that listens once, and the calls it makes for it, as strace sees them. */
async function callsOfListening(path: string, more: string): Promise<string[]> {
  const trace = join(directory, `${files++}.strace`);
  const script = `
    import { createServer } from 'node:net';
    import { listenAtPath } from ${JSON.stringify(new URL('../../src/wire/socket-path.js', import.meta.url).href)};
    await listenAtPath(createServer(), ${JSON.stringify(path)}, { mode: 0o660, takeOver: false, ${more} });
    process.exit();`;
  const calls = 'trace=umask,bind,chown,lchown,fchownat,chmod,fchmodat,link,linkat,rename';
  const args = ['-f', '-o', trace, '-e', calls, process.execPath, '--input-type=module', '-e', script];
  await once(spawn('strace', args, { stdio: 'inherit' }), 'exit');
  return readFileSync(trace, 'latin1')
    .split('\n')
    .map((line) => /^\d+ +((umask)\((\d+)\)|(\w+)\(.*\/proc\/self\/fd.*)/.exec(line)?.slice(2, 5) ?? [])
    .map(([umask, mask, call]) => (umask ? `umask ${mask}` : (call ?? '')))
    .filter((call) => call !== '');
}

test('the file has no permissions until its owner is set, and gets its name last', async (t) => {
  const path = newPath();
  const calls = await callsOfListening(path, process.getuid?.() === 0 ? 'uid: 65534, gid: 65534' : '');
  if (calls.length === 0) return t.log('strace is missing, or may not trace');
  const [first, bind, last, ...rest] = calls.slice(calls.indexOf('umask 0777'));
  t.deepEqual([first, bind], ['umask 0777', 'bind']);
  t.regex(last!, /^umask 0\d\d\d?$/);
  t.deepEqual(
    rest.map((call) => call.replace('fchmodat', 'chmod').replace('linkat', 'link')),
    ['chown', 'chmod', 'link'],
  );
  if (process.getuid?.() === 0) t.deepEqual([lstatSync(path).uid, lstatSync(path).gid], [65534, 65534]);
  return t.is(modeOf(path), 0o660);
});

test('a path of 107 bytes is taken, one of 108 is too long', async (t) => {
  const longest = join(directory, 'x'.repeat(107 - directory.length - 1));
  await listen(t, longest);
  t.is(await heardAt(longest), 'A');
  await t.throwsAsync(listen(t, `${longest}x`), { code: 'TOO_LONG', message: /108 bytes.*shorter/ });
  const umlauts = join(directory, 'ü'.repeat((108 - directory.length) / 2));
  await t.throwsAsync(listen(t, umlauts), { code: 'TOO_LONG' });
});

test('a socket that nobody listens on is replaced', async (t) => {
  const path = newPath();
  await staleSocket(path);
  t.true(lstatSync(path).isSocket());
  const taken = await listen(t, path);
  t.is(await heardAt(path), 'A');
  t.true(taken.isOurs());
});

test('a socket that somebody listens on is left alone, unless it may be taken over', async (t) => {
  const path = newPath();
  const first = await listenAtPath(serverThatSays(t, 'first'), path, options);
  await t.throwsAsync(listen(t, path), { code: 'IN_USE', message: /--linger/ });
  t.is(await heardAt(path), 'first');
  t.true(first.isOurs());
  const second = await listenAtPath(serverThatSays(t, 'second'), path, { ...options, takeOver: true });
  t.is(await heardAt(path), 'second');
  t.deepEqual([first.isOurs(), second.isOurs()], [false, true]);
  first.release();
  t.is(await heardAt(path), 'second', 'what is no longer ours is not removed');
});

test('a listener that refuses three times is still one', async (t) => {
  const path = newPath();
  await staleSocket(path);
  const listening = t.throwsAsync(listen(t, path), { code: 'IN_USE' });
  const server = serverThatSays(t, 'late');
  await new Promise((resolve) => setTimeout(resolve, 60));
  server.listen(`${path}.new`);
  await once(server, 'listening');
  renameSync(`${path}.new`, path);
  await listening;
  t.is(await heardAt(path), 'late');
});

test('of several that start at once, one has the path', async (t) => {
  const path = newPath();
  await staleSocket(path);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, (_, at) => listenAtPath(serverThatSays(t, String(at)), path, options)),
  );
  const winners = results.flatMap((result, at) => (result.status === 'fulfilled' ? [String(at)] : []));
  t.deepEqual(winners, [await heardAt(path)]);
  for (const result of results) if (result.status === 'rejected') t.is(result.reason.code, 'IN_USE');
});

test('what is no socket is never removed', async (t) => {
  const file = newPath();
  writeFileSync(file, 'precious');
  const folder = newPath();
  mkdirSync(folder);
  const toFile = newPath();
  symlinkSync(file, toFile);
  const toNothing = newPath();
  symlinkSync('/nowhere/at/all', toNothing);
  for (const path of [file, folder, toFile, toNothing])
    for (const takeOver of [false, true])
      await t.throwsAsync(listen(t, path, { takeOver }), { code: 'NOT_A_SOCKET', message: /another path/ });
  t.is(readFileSync(file, 'latin1'), 'precious');
  t.true(lstatSync(toNothing).isSymbolicLink());
});

test('a directory that is missing or no directory is said', async (t) => {
  const file = newPath();
  writeFileSync(file, '');
  await t.throwsAsync(listen(t, '/nowhere/listener.sock'), { code: 'UNUSABLE', message: /RuntimeDirectory/ });
  await t.throwsAsync(listen(t, join(file, 'x.sock')), { code: 'UNUSABLE', message: /in a directory/ });
});

test('a path that was removed and made anew by others is not ours', async (t) => {
  const path = newPath();
  const taken = await listen(t, path);
  rmSync(path);
  t.false(taken.isOurs());
  writeFileSync(path, '');
  t.false(taken.isOurs());
  taken.release();
  t.true(lstatSync(path).isFile());
});

test('an owner that may not be given is an error, and leaves nothing behind', async (t) => {
  if (process.getuid?.() === 0) return t.pass('root may give to anyone');
  const folder = newPath();
  mkdirSync(folder);
  await t.throwsAsync(listen(t, join(folder, 'x.sock'), { uid: 0 }), { code: 'UNUSABLE', message: /root/ });
  return t.deepEqual(readdirSync(folder), []);
});
