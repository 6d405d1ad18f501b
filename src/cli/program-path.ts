/** Where does a bench look for programs? */

import { dirname } from 'node:path';

/** `pdns-pipe` is this one, and Debian's servers are not in every user's PATH. */
export function programPath(): string {
  const ourselves = [dirname(process.argv[1]!), dirname(process.execPath)];
  return [...ourselves, process.env.PATH ?? '', '/usr/sbin', '/sbin'].join(':');
}
