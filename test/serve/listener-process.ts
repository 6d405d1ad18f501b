/** How do the tests start a listener, and talk to it? */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';

export const bin = fileURLToPath(new URL('../../../bin/pdns-pipe', import.meta.url));

/** A folder of a test file, gone when it is done. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-listen-'));
  test.after.always(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A database whose www.example.com has this address. */
export function importZone(db: string, address: string): void {
  const zone = `${db}.example.com`;
  writeFileSync(zone, `$ORIGIN example.com.\n$TTL 60\n@ SOA ns h 1 2 3 4 5\n@ NS ns\nwww A ${address}\n`);
  execFileSync(bin, ['import', '--db', db, zone, '--zone', 'example.com', '--rewrite'], { stdio: 'ignore' });
}

/** A process, and what it writes to stderr. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | string | null>;
  /** Its log so far. */
  log(): string;
  /** The log line that matches, once it is there. */
  logged(pattern: RegExp): Promise<string>;
}

/** Starts a program, which is killed at the end of the test if it is there still. */
export function start(
  t: ExecutionContext<unknown>,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Running {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  t.teardown(() => child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code);
  let text = '';
  child.stderr!.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  const logged = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const line = text.split('\n').find((each) => pattern.test(each));
      if (line !== undefined) return line;
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${pattern} not in: ${text}`);
      await Promise.race([once(child.stderr!, 'data'), ended]);
    }
  };
  return { child, ended, log: () => text, logged };
}

/** A listener that has its path. */
export async function startListener(
  t: ExecutionContext<unknown>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Running> {
  const listener = start(t, bin, ['listen', ...args], env);
  await listener.logged(/event=started/);
  return listener;
}

/** A connection that has been greeted. */
export class Client {
  #text = '';
  #wake = () => {};

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (chunk) => {
      this.#text += chunk;
      this.#wake();
    });
    socket.on('error', () => {}).on('close', () => this.#wake());
  }

  static async open(t: ExecutionContext<unknown>, path: string): Promise<Client> {
    const socket = connect(path);
    t.teardown(() => socket.destroy());
    await once(socket, 'connect');
    const client = new Client(socket);
    await client.ask('HELO\t1');
    return client;
  }

  /** The answer up to its END or FAIL; what there is of it if the connection ends before. */
  async ask(line: string): Promise<string> {
    this.#text = '';
    this.socket.write(`${line}\n`);
    while (!/(?:^OK\t.*|^END|\nEND|FAIL)\n$/.test(this.#text.slice(-1000)) && !this.socket.destroyed)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#text;
  }

  /** The address of www.example.com. */
  async address(): Promise<string> {
    const answer = await this.ask('Q\twww.example.com\tIN\tANY\t1\t192.0.2.1');
    return /\tA\t60\t1\t(.*)\nEND\n$/.exec(answer)?.[1] ?? answer;
  }

  async ended(): Promise<void> {
    if (!this.socket.destroyed) await once(this.socket, 'close');
  }
}
