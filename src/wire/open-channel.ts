/** How is a channel opened: to a unix socket, to a program that we start, over our own stdin and stdout? */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { LineChannel, type LineHandler } from './line-channel.js';
import { asTextSocket, TextSocket } from './text-socket.js';

/** Connects to a unix socket. Rejects with what connect(2) says. */
export async function connectChannel(path: string, handler: LineHandler): Promise<LineChannel> {
  const socket = new TextSocket();
  socket.connect(path);
  const channel = new LineChannel(socket, socket, handler);
  await once(socket, 'connect');
  return channel;
}

/** The channel of a connection that a server has accepted with `pauseOnConnect` and `allowHalfOpen`. */
export function acceptChannel(accepted: Socket, handler: LineHandler, maxLineBytes?: number): LineChannel {
  const socket = asTextSocket(accepted);
  const channel = new LineChannel(socket, socket, handler, maxLineBytes);
  socket.resume();
  return channel;
}

/** Our own stdin and stdout, which another program has given us. */
export function ownChannel(handler: LineHandler, maxLineBytes?: number): LineChannel {
  const input = canWait(0) ? new TextSocket({ fd: 0, writable: false }).resume() : process.stdin;
  const output = canWait(1) ? new Socket({ fd: 1, readable: false }) : process.stdout;
  return new LineChannel(input, output, handler, maxLineBytes);
}

/** Whether it is a pipe or a socket, as from PowerDNS, and not a file or a terminal. */
function canWait(fd: number): boolean {
  const kind = fstatSync(fd);
  return kind.isFIFO() || kind.isSocket();
}

/** Time that a program has to go by itself before it is killed (a guess). */
const GO_WITHIN_MS = 1000;

/** Starts a program without a shell; its stderr is ours. Rejects if it can't be started. The channel's end is its end. */
export async function startChannel(
  command: string,
  args: readonly string[],
  handler: LineHandler,
): Promise<LineChannel> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.on('error', () => {}); // Told by the rejection; later ones are about signals to a child that has gone.
  await once(child, 'spawn');
  return new ProgramChannel(child, handler);
}

/** The programs that are to go when we do. */
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

class ProgramChannel extends LineChannel {
  constructor(
    private readonly child: ChildProcess,
    handler: LineHandler,
  ) {
    super(child.stdout!, child.stdin!, handler);
    if (running.size === 0) process.on('exit', killAll);
    running.add(child);
    child.once('exit', () => {
      running.delete(child);
      if (running.size === 0) process.off('exit', killAll);
    });
  }

  /** The end of its stdin tells it to go; it is killed if it doesn't. */
  override destroy(): void {
    super.destroy();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const timer = setTimeout(() => this.child.kill('SIGKILL'), GO_WITHIN_MS);
    this.child.once('exit', () => clearTimeout(timer));
  }
}
