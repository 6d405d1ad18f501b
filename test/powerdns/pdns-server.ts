/** How is a real PowerDNS run for a test? Its own folder, its own port, its log at hand, and gone afterwards. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { askUdp } from './dns-client.js';
import { systemEnv } from './system-programs.js';

/** A running pdns_server. */
export interface PdnsServer {
  /** UDP and TCP, on 127.0.0.1. */
  readonly port: number;
  readonly pid: number;
  /** Holds pdns.conf: what `pdnsutil --config-dir` wants. */
  readonly folder: string;
  /** All it has written to its log so far. */
  log(): string;
  stop(): Promise<void>;
}

/** Every question of a client makes PowerDNS ask its backend. */
export const uncached = { 'cache-ttl': '0', 'query-cache-ttl': '0', 'negquery-cache-ttl': '0' };

/** What every server here has; a test's own settings come on top. */
const defaults = {
  'local-address': '127.0.0.1',
  'zone-cache-refresh-interval': '0',
  ...uncached,
  // A busy machine may be slow, but must not drop a question.
  'queue-limit': '60000',
  'security-poll-suffix': '',
  'disable-syslog': 'yes',
  loglevel: '4',
};

/**
 * Starts pdns_server in `folder` and waits till it answers; it is stopped at the end of the test.
 * Rejects with its log if it ends before it answers.
 */
export async function startPdns(
  t: ExecutionContext,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<PdnsServer> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const all = { ...defaults, 'local-port': `${port}`, 'socket-dir': folder, ...settings };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, 'pdns.conf'), lines.join(''));
  // The kernel ends it when this process dies, however it dies.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'pdns_server', `--config-dir=${folder}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: systemEnv,
  });
  t.teardown(() => stop(child));
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  await untilItAnswers(child, port, () => log);
  return { port, pid: child.pid!, folder, log: () => log, stop: () => stop(child) };
}

async function untilItAnswers(child: ChildProcess, port: number, log: () => string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`pdns_server ended:\n${log()}`);
    const [reply] = await askUdp(port, [{ qname: 'ready.invalid', qtype: 'SOA' }], 200);
    if (reply) return;
    await sleep(50);
  }
  throw new Error(`pdns_server doesn't answer:\n${log()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
