/** How does a listener run? It takes its path, hands on whoever connects, and leaves when it is told or relieved. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenAtPath, type SocketPathOptions, type TakenPath } from '../wire/socket-path.js';
import { type Acceptor, drainInTime } from './acceptor.js';
import type { Fields, OpenLog } from './log.js';
import { openNotices } from './systemd.js';

/** A path to listen at, or a socket that listens already, which somebody else made and will remove. */
export type Place = ({ readonly path: string } & SocketPathOptions) | { readonly fd: number };

export interface ListenerOptions<Accepts extends Acceptor> {
  readonly place: Place;
  readonly log: OpenLog;
  /** What is told at the start, beside where it listens. */
  readonly started: Fields;
  readonly openAcceptor: () => Accepts | Promise<Accepts>;
  /** At SIGHUP; returns what is told. What it throws is logged. */
  readonly reload?: (acceptor: Accepts) => Fields;
}

/** How often a listener looks whether its path is still its own. */
const LOOK_AFTER_MS = 1000;

/** Whoever had connected before the path changed hands has been accepted after this time (a guess). */
const BACKLOG_MS = 100;

/** Listens until SIGTERM or SIGINT, or until another process has the path and the last connection has ended. */
export async function serveListener<Accepts extends Acceptor>(
  options: ListenerOptions<Accepts>,
): Promise<void> {
  const { place, log, started, openAcceptor } = options;
  const ending = untilSignal();
  let reload = () => {}; // What was read just now is new enough.
  process.on('SIGHUP', () => reload());
  const acceptor = await openAcceptor();
  let accepted = 0;
  const accept = (socket: Socket) => {
    accepted += 1;
    acceptor.accept(socket);
  };

  let { server, taken } = await openServer(place, accept, log).catch(async (error) => {
    await drainInTime(acceptor);
    throw error;
  });
  const where = 'path' in place ? place.path : `fd:${place.fd}`;
  log.note('info', 'started', { listen: where, ...started, pid: process.pid });
  const notices = openNotices(log);
  notices.ready(`listening on ${where}`);

  reload = () => {
    try {
      if (options.reload === undefined) log.note('info', 'ignored', { signal: 'SIGHUP' });
      else log.note('info', 'reloaded', options.reload(acceptor));
    } catch (error) {
      log.note('error', 'not-reloaded', { reason: (error as Error).message });
    }
  };

  let isStopping = false;
  /** Resolves when the path is another process's, and nobody is connected here any more. */
  const relieved = async (path: string): Promise<string> => {
    for (;;) {
      await sleep(LOOK_AFTER_MS, undefined, { ref: false });
      if (isStopping || taken?.isOurs()) continue;
      if (existsSync(path)) break;
      log.note('warn', 'path-gone', { path, next: 'it is taken anew' });
      server.close();
      ({ server, taken } = await openServer(place, accept, log).catch((error: Error) => {
        log.note('error', 'path-not-taken', { reason: error.message });
        return { server, taken };
      }));
    }
    log.note('info', 'path-taken-over', { path, connections: acceptor.count });
    await sleep(BACKLOG_MS);
    server.close();
    await acceptor.whenEmpty();
    return 'taken over';
  };

  const reason = await Promise.race('path' in place ? [ending, relieved(place.path)] : [ending]);
  isStopping = true;
  log.note('info', 'stopping', { reason, connections: acceptor.count });
  notices.stopping();
  taken?.release();
  server.close();
  await drainInTime(acceptor);
  log.note('info', 'stopped', { connections: accepted, ...acceptor.totals });
}

/** Which signal it was that ends this process. */
function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => resolve(signal));
  });
}

async function openServer(
  place: Place,
  accept: (socket: Socket) => void,
  log: OpenLog,
): Promise<{ server: Server; taken: TakenPath | undefined }> {
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, accept);
  let taken: TakenPath | undefined;
  if ('path' in place) {
    taken = await listenAtPath(server, place.path, place);
  } else {
    server.listen({ fd: place.fd });
    await once(server, 'listening');
  }
  server.on('error', (error) => log.note('error', 'not-accepted', { reason: error.message }));
  return { server, taken };
}
