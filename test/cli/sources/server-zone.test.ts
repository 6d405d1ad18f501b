import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { readServer, serverZone } from '../../../src/cli/sources/server-zone.js';
import { UsageError } from '../../../src/cli/usage-error.js';
import { readAll } from './read-sourced.js';

const u16 = (number: number) => Buffer.of(number >> 8, number & 0xff);
const EXAMPLE = Buffer.from('\x07example\0', 'latin1');
const record = (type: number, rdata: Buffer, owner = EXAMPLE) =>
  Buffer.concat([owner, u16(type), u16(1), u16(0), u16(60), u16(rdata.length), rdata]);
const SOA = record(6, Buffer.concat([EXAMPLE, EXAMPLE, Buffer.alloc(20)]));
const HOST = record(1, Buffer.of(192, 0, 2, 1), Buffer.from('\x03www\x07example\0', 'latin1'));
/** A reply to the question, with its length in front. */
const reply = (question: Buffer, ...records: readonly Buffer[]) => {
  const message = Buffer.concat([
    question.subarray(2, 4),
    ...[0x8400, 0, records.length, 0, 0].map(u16),
    ...records,
  ]);
  return Buffer.concat([u16(message.length), message]);
};

/** Transfers `example` from a server that answers as told. */
async function transfer(
  t: ExecutionContext,
  answer: (socket: Socket, question: Buffer) => void,
  timeoutMs = 5000,
) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (question) => answer(socket, question));
  }).listen(0, '127.0.0.1');
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const [zone] = await readAll([serverZone({ host: '127.0.0.1', port, timeoutMs }, 'example')]);
  return zone!;
}

test('a zone comes in several messages, whatever comes after its end', async (t) => {
  const zone = await transfer(t, (socket, question) => {
    socket.write(reply(question, SOA));
    socket.write(reply(question, HOST, HOST));
    socket.write(reply(question, SOA));
    socket.write('garbage');
  });
  t.deepEqual(zone, {
    label: 'example from 127.0.0.1',
    zoneName: 'example',
    records: [
      'example SOA 60 example. example. 0 0 0 0 0',
      'example www A 60 192.0.2.1',
      'example www A 60 192.0.2.1',
    ],
    problems: [],
  });
});

test('a record whose content is wrong is reported by its name, and the others are read', async (t) => {
  const zone = await transfer(t, (socket, question) =>
    socket.write(reply(question, SOA, record(1, Buffer.of(1)), HOST, record(6, SOA.subarray(19)))),
  );
  t.is(zone.records.length, 2);
  t.regex(zone.problems.join('\n'), /^error BAD_CONTENT: example: A address: the bytes end within it$/);
});

const fails = test.macro({
  async exec(t, code: string, answer: (socket: Socket, question: Buffer) => void) {
    await t.throwsAsync(transfer(t, answer, code === 'TIMEOUT' ? 300 : 10_000), { code });
  },
  title: (note, code: string) => `a hostile server: ${note}: ${code}`,
});

test('half a zone, then the end', fails, 'CLOSED', (socket, question) =>
  socket.end(reply(question, SOA, HOST)),
);
test('half a zone, then nothing', fails, 'TIMEOUT', (socket, question) =>
  socket.write(reply(question, SOA, HOST)),
);
test('half a message', fails, 'CLOSED', (socket, question) =>
  socket.end(reply(question, SOA).subarray(0, 30)),
);
test('the reply to another question', fails, 'BAD_MESSAGE', (socket) =>
  socket.write(reply(Buffer.alloc(4, 0xff), SOA, SOA).fill(0, 2, 4)),
);
test('a length that lies', fails, 'BAD_MESSAGE', (socket, question) => {
  const message = reply(question, SOA, HOST);
  message.writeUInt16BE(40, 0);
  socket.write(message);
});
test('names that lead in circles', fails, 'BAD_MESSAGE', (socket, question) =>
  socket.write(reply(question, record(6, Buffer.alloc(22), Buffer.of(0xc0, 12)))),
);
test('ten million bytes of garbage', fails, 'BAD_MESSAGE', (socket) =>
  socket.write(Buffer.alloc(10_000_000, 0xab)),
);
test('ten million bytes of zeros', fails, 'BAD_MESSAGE', (socket) => socket.write(Buffer.alloc(10_000_000)));
test('REFUSED', fails, 'NO_TRANSFER', (socket, question) => {
  const message = reply(question);
  message.writeUInt16BE(0x8005, 4);
  socket.write(message);
});

const serverIs = test.macro({
  exec: (t, text: string, host: string, port: number) =>
    t.deepEqual(readServer('--from-server', text), { host, port, timeoutMs: 10_000 }),
  title: (_, text: string) => `${text} is a server`,
});
test(serverIs, 'ns1.example.com', 'ns1.example.com', 53);
test(serverIs, '192.0.2.1:5300', '192.0.2.1', 5300);
test(serverIs, '2001:db8::1', '2001:db8::1', 53);
test(serverIs, '[2001:db8::1]', '2001:db8::1', 53);
test(serverIs, '[::1]:5300', '::1', 5300);

for (const text of ['', 'a b', 'host:', 'host:0', 'host:65536', 'host:dns', '[::1', '[x]:53']) {
  test(`'${text}' is no server`, (t) => {
    t.throws(() => readServer('--from-server', text), { instanceOf: UsageError, message: /--from-server/ });
  });
}
