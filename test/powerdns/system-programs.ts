/** Which programs does this system have? The ones that Debian installs with PowerDNS and BIND. */

import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Debian package of each program, or module of PowerDNS, that tests here ask for. */
export const debianPackages = {
  pdns_server: 'pdns-server',
  pdnsutil: 'pdns-server',
  'named-compilezone': 'bind9-utils',
  delv: 'bind9-dnsutils',
  dnsperf: 'dnsperf',
  perl: 'perl-base',
  socat: 'socat',
  strace: 'strace',
  sqlite3: 'sqlite3',
  setpriv: 'util-linux',
  'libbindbackend.so': 'pdns-backend-bind',
  'libpipebackend.so': 'pdns-backend-pipe',
  'libgsqlite3backend.so': 'pdns-backend-sqlite3',
};
export type SystemProgram = keyof typeof debianPackages;

/** The environment with the folders that Debian puts servers in: they aren't in every user's PATH. */
export const systemEnv = {
  ...process.env,
  PATH: [process.env.PATH ?? '', '/usr/sbin', '/sbin'].join(delimiter),
};

/** Whether a program stands in PATH, a module in PowerDNS's folder. */
export function isInstalled(program: SystemProgram): boolean {
  if (program.endsWith('.so')) {
    return readdirSync('/usr/lib').some((machine) => existsSync(join('/usr/lib', machine, 'pdns', program)));
  }
  return systemEnv.PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
