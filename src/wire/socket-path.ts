/** How is a unix socket's path taken, and given back? */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  type BigIntStats,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { connect, type Server } from 'node:net';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest path of a socket in bytes: sun_path has 108, the last of them NUL (unix(7)). */
export const MAX_SOCKET_PATH_BYTES = 107;

/** A listener under load may refuse now and then: so many refusals, so far apart, and nobody listens (a guess). */
const PROBES = 4;
const PROBE_PAUSE_MS = 25;

export interface SocketPathOptions {
  /** Who may connect: those with write permission. */
  readonly mode: number;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Whether to take the path from a process that listens on it. */
  readonly takeOver: boolean;
}

/** A path that a server listens on. */
export interface TakenPath {
  /** False once another process has taken the path over, or the file is gone. */
  isOurs(): boolean;
  /** Removes the file if it is still ours. To be called before the server is closed. */
  release(): void;
}

/** Why a path can't be listened on, and what to do. */
export class SocketPathError extends Error {
  override readonly name = 'SocketPathError';
  constructor(
    readonly code: 'TOO_LONG' | 'IN_USE' | 'NOT_A_SOCKET' | 'UNUSABLE',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Makes `server` listen at `path`, whose file nobody can connect to before it has its mode, owner and group. A socket
 * that nobody listens on is replaced; any other file is left alone. Throws SocketPathError. Linux only (/proc).
 */
export async function listenAtPath(
  server: Server,
  path: string,
  { mode, uid = -1, gid = -1, takeOver }: SocketPathOptions,
): Promise<TakenPath> {
  const place = resolve(path);
  const length = Buffer.byteLength(place);
  if (length > MAX_SOCKET_PATH_BYTES)
    throw new SocketPathError(
      'TOO_LONG',
      `${place} has ${length} bytes, and a socket's path ${MAX_SOCKET_PATH_BYTES} at most: choose a shorter one`,
    );
  let directory: number | undefined;
  try {
    directory = openSync(dirname(place), constants.O_RDONLY | constants.O_DIRECTORY);
    await checkPath(place, takeOver);
    // Under /proc the name that is bound stays short, however long the path.
    const bound = `/proc/self/fd/${directory}/.pdns-pipe-${randomUUID()}`;
    await bind(server, bound);
    try {
      chownSync(bound, uid, gid);
      chmodSync(bound, mode);
      const file = lstatSync(bound, { bigint: true });
      await moveInto(place, bound, takeOver);
      return takenPath(place, file);
    } catch (error) {
      server.close();
      rmSync(bound, { force: true });
      throw error;
    }
  } catch (error) {
    throw explain(error, place);
  } finally {
    if (directory !== undefined) closeSync(directory);
  }
}

/** Binds with all permissions taken away: until chmod only root could connect. */
async function bind(server: Server, path: string): Promise<void> {
  const umask = process.umask(0o777);
  try {
    server.listen(path); // Binds at once, and tells later.
  } finally {
    process.umask(umask);
  }
  await once(server, 'listening');
}

/** Gives the bound file its name. A name that comes into being meanwhile belongs to another process. */
async function moveInto(place: string, bound: string, takeOver: boolean): Promise<void> {
  if (takeOver) return renameSync(bound, place);
  for (;;) {
    try {
      linkSync(bound, place); // Fails where rename would replace.
      return unlinkSync(bound);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const stale = await checkPath(place, takeOver);
    if (stale !== undefined && isSame(stale, statOf(place))) unlinkSync(place);
  }
}

/** What is there, if it may be replaced; undefined if nothing is. Throws if it may not. */
async function checkPath(place: string, takeOver: boolean): Promise<BigIntStats | undefined> {
  const found = statOf(place);
  if (found === undefined) return undefined;
  if (!found.isSocket())
    throw new SocketPathError(
      'NOT_A_SOCKET',
      `${place} is there, and is no socket: choose another path, or move it away`,
    );
  if (takeOver || !(await isLive(place))) return found;
  throw new SocketPathError(
    'IN_USE',
    `another process listens on ${place}: stop it, choose another path, or take it over with --linger`,
  );
}

async function isLive(place: string): Promise<boolean> {
  for (let probe = 0; probe < PROBES; probe += 1) {
    if (probe > 0) await sleep(PROBE_PAUSE_MS);
    const code = await probeOnce(place);
    if (code === 'ENOENT') return false;
    if (code === 'EACCES')
      throw new Error('whether its owner is alive can not be seen: this user may not connect to it');
    if (code !== 'ECONNREFUSED') return true;
  }
  return false;
}

/** Why a connection fails; undefined if it doesn't. */
async function probeOnce(place: string): Promise<string | undefined> {
  const socket = connect(place);
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    socket.destroy();
  }
}

function takenPath(place: string, file: BigIntStats): TakenPath {
  const isOurs = () => isSame(file, statOf(place));
  return {
    isOurs,
    release() {
      if (isOurs()) rmSync(place, { force: true });
    },
  };
}

function statOf(place: string): BigIntStats | undefined {
  return lstatSync(place, { bigint: true, throwIfNoEntry: false });
}

function isSame(file: BigIntStats, other: BigIntStats | undefined): boolean {
  return other !== undefined && file.ino === other.ino && file.dev === other.dev;
}

/** What the operating system's errors mean here. */
const advice: Readonly<Record<string, string>> = {
  ENOENT: 'make the directory, or let systemd do it (RuntimeDirectory=pdns-pipe)',
  ENOTDIR: 'choose a path in a directory',
  EACCES: 'it needs a directory that this user may write',
  EPERM: 'only root may give it to another user, or to a group that this user is not in',
  EROFS: 'choose a directory that can be written, such as /run/pdns-pipe',
};

function explain(error: unknown, place: string): SocketPathError {
  if (error instanceof SocketPathError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const next = advice[code] ?? `see what is wrong with ${basename(dirname(place)) || '/'}`;
  return new SocketPathError('UNUSABLE', `${place} can't be listened on: ${message}; ${next}`, {
    cause: error,
  });
}
