/** How do the tests put a backend of fixtures/backends behind a bridge? */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type { Responder } from '../../src/conversation/responder.js';
import { type BackendAddress, Bridge, type BridgeOptions } from '../../src/serve/bridge.js';
import { openLog } from '../../src/serve/log.js';

/** How a bridge comes to its backend: it starts a program, or connects to a socket. */
export const ways = ['program', 'socket'] as const;
export type Way = (typeof ways)[number];

/** The path of a program in fixtures/backends. */
export const backend = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/backends/${name}`, import.meta.url));

/** A folder that is gone after the test. */
export function temporaryFolder(t: ExecutionContext<unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-bridge-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A bridge to a program of fixtures/backends, and everything that it logs. */
export async function openBridge(
  t: ExecutionContext<unknown>,
  way: Way,
  command: readonly [name: string, ...args: string[]],
  options: Partial<BridgeOptions> = {},
): Promise<{ bridge: Bridge; log: string[] }> {
  const program = [backend(command[0]), ...command.slice(1)];
  const log: string[] = [];
  const bridge = new Bridge({
    backend: way === 'program' ? { command: program } : await listenFor(t, program),
    abiVersion: undefined,
    deadlineMs: 10_000,
    pool: undefined,
    maxConnections: 10,
    maxStalenessMs: 0,
    ent: 'placeholder',
    record: undefined,
    version: 'test',
    log: {
      ...openLog('debug'),
      note: (level, event, fields) => log.push(`${level} ${event} ${JSON.stringify(fields)}`),
    },
    ...options,
  });
  t.teardown(() => bridge.close());
  return { bridge, log };
}

/** What answers one PowerDNS, until the end of the test. */
export function connect(t: ExecutionContext<unknown>, bridge: Bridge, connectionId = 1): Responder {
  const responder = bridge.open(connectionId);
  t.teardown(() => responder.close?.());
  return responder;
}

/** The whole reply to a line. */
export async function say(responder: Responder, line: string): Promise<string> {
  const reply = await responder.answer(line, true);
  if (typeof reply === 'string') return reply;
  let text = '';
  for await (const piece of reply) text += piece;
  return text;
}

/** Listens, and runs a program for each connection. */
async function listenFor(t: ExecutionContext<unknown>, program: readonly string[]): Promise<BackendAddress> {
  const path = join(temporaryFolder(t), 'backend.sock');
  const children: ChildProcess[] = [];
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    children.push(spawn(program[0]!, program.slice(1), { stdio: [socket, socket, 'inherit'] }));
    socket.destroy(); // The program has its own hold on it.
  });
  t.teardown(() => {
    server.close();
    for (const child of children) child.kill('SIGKILL');
  });
  server.listen(path);
  await once(server, 'listening');
  return { path };
}
