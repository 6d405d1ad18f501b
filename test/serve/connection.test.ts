import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect as netConnect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Responder } from '../../src/conversation/responder.js';
import { Connections } from '../../src/serve/connections.js';

const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-connection-'));
test.after.always(() => rmSync(folder, { recursive: true }));
let paths = 0;
const silent = { wants: () => false, note() {} };

/** Someone who has connected to a responder. */
async function connectTo(
  t: ExecutionContext<unknown>,
  responder: Responder,
  stallTimeoutMs = 10_000,
): Promise<{ peer: Socket; connections: Connections }> {
  const path = join(folder, `${paths++}.sock`);
  const connections = new Connections({
    open: () => responder,
    log: silent,
    maxConnections: 2,
    stallTimeoutMs,
  });
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) =>
    connections.accept(socket),
  );
  server.listen(path);
  await once(server, 'listening');
  const peer = netConnect(path);
  t.teardown(() => {
    peer.destroy();
    server.close();
  });
  await once(peer, 'connect');
  return { peer, connections };
}

async function allOf(peer: Socket): Promise<string> {
  let text = '';
  for await (const chunk of peer.setEncoding('latin1')) text += chunk;
  return text;
}

test('who asks much at once, and then only listens, gets all answers in order', async (t) => {
  const { peer } = await connectTo(t, {
    answer: (line) =>
      Number(line) % 2 ? `${line}\n` : new Promise((resolve) => setImmediate(resolve, `${line}\n`)),
  });
  const lines = Array.from({ length: 100 }, (_, at) => `${at}\n`).join('');
  peer.end(lines);
  t.is(await allOf(peer), lines);
});

test('a peer that reads nothing is asked for nothing more, and given up in the end', async (t) => {
  let [pieces, left, closed] = [0, 0, 0];
  const { peer, connections } = await connectTo(
    t,
    {
      async *answer() {
        try {
          for (;;) {
            pieces += 1;
            yield 'x'.repeat(65_536);
          }
        } finally {
          left += 1;
        }
      },
      close() {
        closed += 1;
      },
    },
    200,
  );
  peer.pause().write('AXFR\t1\nAXFR\t2\n');
  while (connections.count === 0) await new Promise((resolve) => setImmediate(resolve));
  await connections.whenEmpty();
  t.true(pieces < 20, `${pieces} pieces of 64 KiB: what the kernel takes, and one`);
  t.deepEqual([left, closed], [1, 1]);
});

test('a transfer is left when PowerDNS has gone', async (t) => {
  let left = 0;
  const { peer, connections } = await connectTo(t, {
    async *answer() {
      try {
        for (;;) yield 'DATA\n';
      } finally {
        left += 1;
      }
    },
  });
  peer.write('AXFR\t1\n');
  await once(peer, 'data');
  peer.destroy();
  await connections.whenEmpty();
  t.is(left, 1);
});
