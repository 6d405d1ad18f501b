import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { exchangeOverTcp, TcpError } from '../../src/wire/tcp-messages.js';

/** A server on a port of its own that does the same with each connection. */
async function serve(t: ExecutionContext, onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as { port: number }).port;
}

async function ask(port: number, count: number, timeoutMs = 5000): Promise<string[]> {
  const messages: string[] = [];
  for await (const message of exchangeOverTcp({ host: '127.0.0.1', port, timeoutMs }, Buffer.from('ask'))) {
    messages.push(message.toString());
    if (messages.length === count) break;
  }
  return messages;
}

test('a message goes out after its length, and messages come back whole however their bytes arrive', async (t) => {
  let asked = '';
  const port = await serve(t, (socket) => {
    socket.on('data', async (chunk) => {
      asked += chunk.toString('latin1');
      for (const byte of '\0\x03one\0\0\0\x05three') {
        socket.write(byte);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  });
  t.deepEqual(await ask(port, 3), ['one', '', 'three']);
  t.is(asked, '\0\x03ask');
});

const fails = test.macro({
  async exec(t, code: TcpError['code'], because: RegExp, onConnection: (socket: Socket) => void) {
    const port = await serve(t, onConnection);
    const error = await t.throwsAsync(ask(port, 3, 200), { instanceOf: TcpError });
    t.is(error!.code, code);
    t.regex(error!.message, because);
    t.true(error!.message.includes(`127.0.0.1 port ${port}`));
  },
  title: (note, code: string) => `${note}: ${code}`,
});

test('silence', fails, 'TIMEOUT', /nothing came .* for 0\.2 s/, () => {});
test('half a message, then silence', fails, 'TIMEOUT', /nothing came/, (socket) =>
  socket.write('\0\x09half'),
);
test('an end between messages', fails, 'CLOSED', /before its answer was whole/, (socket) =>
  socket.end('\0\x03one'),
);
test('an end within a message', fails, 'CLOSED', /before its answer was whole/, (socket) =>
  socket.end('\0\x09half'),
);
test('a reset', fails, 'CLOSED', /before its answer was whole/, (socket) => socket.resetAndDestroy());

test('nobody there: UNREACHABLE', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  const error = await t.throwsAsync(ask(port, 1), { instanceOf: TcpError });
  t.is(error!.code, 'UNREACHABLE');
  t.regex(error!.message, /can't be reached \(ECONNREFUSED\)/);
});
