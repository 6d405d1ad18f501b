/** Where is a socket, and who may connect? As the user types it, or as systemd hands it over. */

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Place } from '../serve/listener.js';
import { openLog } from '../serve/log.js';
import { inheritedSocket } from '../serve/systemd.js';
import { type Settings, wholeNumber } from './settings.js';
import { UsageError } from './usage-error.js';

export const accessOptions = {
  mode: {
    type: 'string',
    describe: "the socket's permissions; who may write may connect",
    defaultDescription: '0660',
    requiresArg: true,
  },
  owner: { type: 'string', describe: "the socket's owner, a name or a number", requiresArg: true },
  group: { type: 'string', describe: "the socket's group, a name or a number", requiresArg: true },
} as const;

export const linger = {
  type: 'boolean',
  describe: 'take the path from a process that has it; that one serves its connections until they end',
} as const;

/** The socket that systemd has handed over, if it has. */
export function inheritedPlace(): Place | undefined {
  const fd = inheritedSocket();
  return fd === undefined ? undefined : { fd };
}

/** The place that a path and its access stand for. */
export function placeAt(
  path: string,
  access: Settings<keyof typeof accessOptions>,
  takeOver: boolean,
): Place {
  const whole = resolve(path);
  if (/^(\/var)?\/tmp\//.test(whole))
    openLog('warn').note('warn', 'path-in-tmp', {
      path: whole,
      reason:
        "PowerDNS treats a missing socket as a command, and Debian's unit for it hides /tmp; /run/pdns-pipe is a good place",
    });
  return { path: whole, ...readAccess(access), takeOver };
}

/** The numbers that mode, owner and group stand for. */
export function readAccess({ mode = '0660', owner, group }: Settings<keyof typeof accessOptions>) {
  if (!/^0?[0-7]{3}$/.test(mode))
    throw new UsageError(`--mode takes three octal digits, 0660, not "${mode}"`);
  return {
    mode: Number.parseInt(mode, 8),
    uid: owner === undefined ? undefined : idOf('owner', owner, 'passwd'),
    gid: group === undefined ? undefined : idOf('group', group, 'group'),
  };
}

/** The system's databases may be more than files (LDAP, systemd), and getent(1) knows all of them. */
function idOf(setting: string, name: string, database: 'passwd' | 'group'): number {
  if (/^\d+$/.test(name)) return wholeNumber(setting, name, 0, [0, 999_999_999]);
  const { stdout } = spawnSync('getent', [database, name], { encoding: 'latin1' });
  const id = stdout?.split(':')[2];
  if (!id) throw new UsageError(`--${setting}: there is no "${name}" here (getent ${database} ${name})`);
  return Number(id);
}
