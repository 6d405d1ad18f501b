/** What can an operator ask with `pdnsutil backend-cmd`? */

import type { Backend } from '../conversation/backend.js';
import type { SessionCounts } from '../conversation/session.js';

export interface Operated {
  readonly version: string;
  readonly counts: () => Readonly<SessionCounts>;
}

const help = [
  'help     this text',
  'version  the version of pdns-pipe and of Node',
  'stats    what the process that answers has done (a coprocess is started for pdnsutil alone)',
  'zones    the zones that are served',
  'ping     answers pong',
];

/** The backend, answering the operator's commands too. What is not known here or there leads to the help. */
export function withOperatorCommands(backend: Backend, { version, counts }: Operated): Backend {
  const started = Date.now();
  return {
    lookup: (question) => backend.lookup(question),
    transfer: (request) => backend.transfer(request),
    state: () => backend.state?.(),
    rest: () => backend.rest?.(),
    close: () => backend.close(),
    command(text) {
      switch (text.trim().toLowerCase()) {
        case 'help':
        case '':
          return help;
        case 'version':
          return [`pdns-pipe ${version}, Node ${process.version}`];
        case 'stats':
          return Object.entries({ uptimeMs: Date.now() - started, ...counts() }).map(([k, v]) => `${k} ${v}`);
        case 'ping':
          return ['pong'];
        default:
          return backend.command?.(text) ?? [`unknown command: ${text}`, ...help];
      }
    },
  };
}
