/** In which ways does PowerDNS get to our answers? Over a socket, and through a bridge in each of its ways. */

import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { pdnsPipe, startOnSocket } from './product.js';
import { writeTabSeparated } from './tab-separated.js';
import { repository } from './zone-files.js';

/** Sets up what stands between PowerDNS and the database; resolves with the `pipe-command`. */
type Way = (t: ExecutionContext, db: string, folder: string) => Promise<string>;

/** The path of a listener. */
export const overSocket: Way = async (t, db, folder) => {
  const path = join(folder, 'listener.sock');
  await startOnSocket(t, 'listen', '--socket', path, '--db', db);
  return path;
};

/** Longer than by default, since a busy machine may be slow. */
const bridge = ['bridge', '--deadline', '15000'];

const serve = (db: string) => ['--', pdnsPipe, 'serve', '--db', db];

const onSocket = async (t: ExecutionContext, folder: string, ...args: string[]) => {
  const path = join(folder, 'bridge.sock');
  await startOnSocket(t, ...bridge, '--listen', path, ...args);
  return path;
};

export const throughBridge: Readonly<Record<string, Way>> = {
  'from stdio to a socket': async (t, db, folder) =>
    [pdnsPipe, ...bridge, '--connect', await overSocket(t, db, folder)].join(' '),
  'from stdio to a command': async (_, db) => [pdnsPipe, ...bridge, ...serve(db)].join(' '),
  'from a socket to a command for each connection': (t, db, folder) => onSocket(t, folder, ...serve(db)),
  'from a socket to a pool of commands': (t, db, folder) => onSocket(t, folder, '--pool', '2', ...serve(db)),
  'from a socket to a socket': async (t, db, folder) =>
    onSocket(t, folder, '--connect', await overSocket(t, db, folder)),
};

/** A script that speaks ABI 1, behind a bridge. */
export const toOldScript: Way = async (_, db, folder) => {
  const rows = join(folder, 'records.tab');
  writeTabSeparated(db, rows);
  const script = join(repository, 'fixtures/backends/abi-1.pl');
  return [pdnsPipe, ...bridge, '--abi', '1', '--', script, rows].join(' ');
};
