import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { asTextSocket, TextSocket } from '../../src/wire/text-socket.js';

/** Both ends of a connection. */
async function connect(t: ExecutionContext<unknown>, first: (far: TextSocket) => unknown = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-text-'));
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }).listen(join(folder, 's'));
  await once(server, 'listening');
  const far = new TextSocket();
  far.connect(join(folder, 's'));
  first(far);
  const [accepted] = (await once(server, 'connection')) as [Socket];
  const near = asTextSocket(accepted) as TextSocket;
  near.on('error', () => {});
  t.teardown(() => {
    near.destroy();
    far.destroy();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { near, far };
}

test('what is written arrives whole and in order, also when the other side is slower', async (t) => {
  const { near, far } = await connect(t);
  let received = '';
  far.onText = (text) => {
    received += text;
  };
  let sent = '';
  let isTaken = true;
  for (let at = 0; at < 2000; at += 1) {
    const text = `${at} ${'\xe9'.repeat(at === 0 ? 1_000_000 : at)}\n`;
    sent += text;
    isTaken = near.writeText(text) && isTaken;
  }
  t.false(isTaken, 'nobody has read yet');
  near.end();
  await once(far, 'close');
  t.is(received, sent);
});

test('what is written before there is a connection arrives', async (t) => {
  const { near } = await connect(t, (far) => far.writeText('early'));
  t.is(await new Promise((resolve) => (near.onText = resolve)), 'early');
});

test('writing to a side that has gone does not throw', async (t) => {
  const { near, far } = await connect(t);
  far.destroy();
  await once(far, 'close');
  t.notThrows(() => near.writeText('a'));
  if (!near.closed) await new Promise((resolve) => near.on('close', resolve));
  t.notThrows(() => near.writeText('b'));
});
