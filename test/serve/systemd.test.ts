import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, lstatSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { inheritedSocket, openNotices } from '../../src/serve/systemd.js';
import { bin, Client, importZone, start, testFolder } from './listener-process.js';

const folder = testFolder();
const db = join(folder, 'records.db');
test.before(() => importZone(db, '192.0.2.1'));

const pid = String(process.pid);

test('a socket is inherited if it was meant for this process, and children hear nothing of it', (t) => {
  const environment = { LISTEN_PID: pid, LISTEN_FDS: '1', LISTEN_FDNAMES: 'x', HOME: '/' };
  t.is(inheritedSocket(environment), 3);
  t.deepEqual(environment as object, { HOME: '/' });
  t.is(inheritedSocket({ LISTEN_PID: '1', LISTEN_FDS: '1' }), undefined);
  t.is(inheritedSocket({ LISTEN_PID: pid, LISTEN_FDS: '0' }), undefined);
  t.is(inheritedSocket({}), undefined);
});

test('an inherited socket is served, and its file stays', async (t) => {
  const path = join(folder, 'inherited.sock');
  const server = createServer().listen(`${path}.bound`);
  await once(server, 'listening');
  linkSync(`${path}.bound`, path); // Node takes away the name that it has bound.
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  const script = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" listen --db "$1"';
  const child = spawn('sh', ['-c', script, bin, db], { stdio: ['ignore', 'ignore', 'pipe', fd] });
  t.teardown(() => child.kill('SIGKILL'));
  server.close();
  let log = '';
  child.stderr!.setEncoding('latin1').on('data', (text: string) => {
    log += text;
  });
  while (!log.includes('event=started')) await once(child.stderr!, 'data');
  t.true(log.includes('listen=fd:3'), log);
  const client = await Client.open(t, path);
  t.is(await client.address(), '192.0.2.1');
  child.kill('SIGTERM');
  t.deepEqual(await once(child, 'exit'), [0, null]);
  t.true(lstatSync(path).isSocket());
});

/** What systemd would hear: a program that prints each datagram on a line. */
async function openNotifySocket(
  t: ExecutionContext<unknown>,
): Promise<{ path: string; heard: () => string[] } | undefined> {
  const path = join(folder, 'notify');
  const script = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('', flush=True)
while True: print(s.recv(4096).decode().strip().replace('\\n', ' '), flush=True)`;
  const child = spawn('python3', ['-c', script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill());
  const isThere = await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.stdout.once('data', () => resolve(true));
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return isThere
    ? { path, heard: () => text.split('\n').filter((line) => /^(READY|WATCHDOG|STOPPING)/.test(line)) }
    : undefined;
}

test('systemd hears when a listener is ready, that it lives, and that it stops', async (t) => {
  const notify = existsSync('/usr/bin/systemd-notify') ? await openNotifySocket(t) : undefined;
  if (notify === undefined) return void t.log('systemd-notify or python3 is missing');
  const path = join(folder, 'notified.sock');
  const { child, ended, logged } = start(t, bin, ['listen', '--socket', path, '--db', db], {
    NOTIFY_SOCKET: notify.path,
    WATCHDOG_USEC: '1000000',
  });
  await logged(/event=started/);
  while (notify.heard().length < 3) await sleep(20);
  child.kill('SIGTERM');
  t.is(await ended, 0);
  while (!notify.heard().at(-1)?.startsWith('STOPPING')) await sleep(20);
  const [ready, ...others] = notify.heard();
  t.is(ready, `READY=1 STATUS=listening on ${path}`);
  t.is(others.pop(), 'STOPPING=1 STATUS=stopping');
  t.deepEqual([...new Set(others)], ['WATCHDOG=1']);
});

test('a missing systemd-notify is a warning, once', async (t) => {
  const notes: string[] = [];
  const log = { wants: () => true, note: (level: string, event: string) => notes.push(`${level} ${event}`) };
  const notices = openNotices(log, { NOTIFY_SOCKET: '/nowhere', PATH: '/nowhere' });
  notices.ready('x');
  notices.stopping();
  while (notes.length === 0) await sleep(10);
  await sleep(100);
  t.deepEqual(notes, ['warn systemd-not-told']);
});

test('where systemd is not, nothing is told', (t) => {
  const notices = openNotices({ wants: () => true, note: () => t.fail() }, {});
  notices.ready('x');
  notices.stopping();
  t.pass();
});
