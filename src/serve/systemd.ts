/** What does systemd hand over, and what does it want to hear? */

import { execFile } from 'node:child_process';
import type { Log } from './log.js';

type Environment = Record<string, string | undefined>;

/** The first descriptor that is handed over (sd_listen_fds(3), SD_LISTEN_FDS_START). */
const FIRST_SOCKET = 3;

/**
 * The listening socket that this process was started with, if there is one. The variables that tell of it are taken out
 * of the environment, since children must not take them for theirs.
 */
export function inheritedSocket(environment: Environment = process.env): number | undefined {
  const isForUs = environment.LISTEN_PID === String(process.pid) && Number(environment.LISTEN_FDS) > 0;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete environment[name];
  return isForUs ? FIRST_SOCKET : undefined;
}

/** Tells systemd how this process is. */
export interface Notices {
  /** It serves now. From here on the watchdog hears of it too. */
  ready(status: string): void;
  stopping(): void;
}

/**
 * Notices by way of the program `systemd-notify`, since Node has no unix datagram sockets: the unit must say
 * NotifyAccess=all. Nothing is told where NOTIFY_SOCKET is not set; a notice that fails is logged, the first of them.
 */
export function openNotices(log: Log, environment: Environment = process.env): Notices {
  if (!environment.NOTIFY_SOCKET) return { ready() {}, stopping() {} };
  const env = { ...environment } as NodeJS.ProcessEnv;
  let pending = 0;
  let hasFailed = false;
  let watchdog: NodeJS.Timeout | undefined;

  /** The program is started at once, and goes on when this process ends. */
  const tell = (...assignments: string[]) => {
    pending += 1;
    execFile('systemd-notify', assignments, { env }, (error) => {
      pending -= 1;
      if (error === null || hasFailed) return;
      hasFailed = true;
      log.note('warn', 'systemd-not-told', { reason: error.message.trim() });
    });
  };

  return {
    ready(status) {
      tell('READY=1', `STATUS=${status}`);
      const intervalMs = watchdogIntervalMs(environment);
      if (intervalMs === undefined) return;
      watchdog = setInterval(() => {
        if (pending === 0) tell('WATCHDOG=1');
      }, intervalMs).unref();
    },
    stopping() {
      clearInterval(watchdog);
      tell('STOPPING=1', 'STATUS=stopping');
    },
  };
}

/** Half of what systemd waits for (sd_watchdog_enabled(3)); undefined if it waits for nothing. */
function watchdogIntervalMs({ WATCHDOG_USEC, WATCHDOG_PID }: Environment): number | undefined {
  const timeoutUs = Number(WATCHDOG_USEC);
  if (!(timeoutUs > 0) || (WATCHDOG_PID && WATCHDOG_PID !== String(process.pid))) return undefined;
  return timeoutUs / 2000;
}
