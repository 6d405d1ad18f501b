/** Who may connect to a socket? Its mode, owner and group, as the user types them. */

import { spawnSync } from 'node:child_process';
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
