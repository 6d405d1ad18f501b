/** What does a worker do? It answers the sockets that its main process hands over, until that one is gone. */

import type { Socket } from 'node:net';
import { drainInTime } from './acceptor.js';
import { Answerer, type AnswererOptions, type AnswerSettings } from './answerer.js';

/** What a main process says to a worker. A socket comes beside its message. */
export type ToWorker =
  | { readonly tag: 'settings'; readonly settings: AnswerSettings }
  | { readonly tag: 'socket' }
  | { readonly tag: 'drain' };

/** What a worker says: that it can answer, and how many sockets of those it was given are closed. */
export type FromWorker = { readonly tag: 'ready' } | { readonly tag: 'closed'; readonly count: number };

const IS_WORKER = 'PDNS_PIPE_IS_WORKER';

/** Whether this process was started as a worker. */
export function isWorker(): boolean {
  return process.env[IS_WORKER] !== undefined && process.send !== undefined;
}

/** Systemd hears of the main process only. */
export function workerEnvironment(): NodeJS.ProcessEnv {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID, ...rest } = process.env;
  return { ...rest, [IS_WORKER]: '1' };
}

/** Answers until the main process says that it is enough, or has died. */
export async function serveAsWorker(options: Omit<AnswererOptions, 'settings'>): Promise<void> {
  // A terminal or systemd signals all processes at once, and the main process decides.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  let answerer: Answerer | undefined;
  let given = 0;
  const tell = (message: FromWorker) => process.connected && process.send!(message, () => {});
  const tellClosed = (open: number) => tell({ tag: 'closed', count: given - open });
  await new Promise<void>((resolve) => {
    process.on('disconnect', resolve);
    process.on('message', (message: ToWorker, socket: Socket | undefined) => {
      switch (message.tag) {
        case 'settings':
          if (answerer !== undefined) return answerer.reload(message.settings);
          answerer = new Answerer({ ...options, settings: message.settings });
          answerer.connections.onCount = tellClosed;
          tell({ tag: 'ready' });
          return;
        case 'socket':
          given += 1;
          if (socket !== undefined) answerer!.accept(socket); // It may be gone already.
          tellClosed(answerer!.count);
          return;
        case 'drain':
          resolve();
      }
    });
  });
  if (answerer === undefined) return;
  await drainInTime(answerer);
  answerer.log.note('info', 'worker-stopped', { pid: process.pid, connections: given, ...answerer.totals });
}
