/** How does a coprocess run? Lines in on stdin, answers out on stdout, until stdin ends. */

import type { Backend } from '../conversation/backend.js';
import { Session } from '../conversation/session.js';
import type { EntForm } from '../protocol/format-reply.js';
import { readLines, writeAll } from '../wire/stdio.js';
import { withOperatorCommands } from './commands.js';
import type { Log } from './log.js';

export interface CoprocessOptions {
  readonly backend: Backend;
  readonly version: string;
  readonly ent: EntForm;
  readonly log: Log;
  readonly input?: number;
  readonly output?: number;
}

/**
 * Answers PowerDNS until stdin ends or nobody reads stdout. Blocks the thread: nothing else runs beside it, and
 * nothing need to, since PowerDNS waits for each answer before it asks again.
 */
export function serveCoprocess({
  backend,
  version,
  ent,
  log,
  input = 0,
  output = 1,
}: CoprocessOptions): void {
  const operable = withOperatorCommands(backend, { version, counts: () => session.counts });
  const session = new Session(operable, {
    banner: `pdns-pipe ${version}`,
    ent,
    onRefusal: (reason) => log.note('error', 'refused', { reason }),
  });
  const isTraced = log.wants('debug');
  log.note('info', 'started', { pid: process.pid, version });
  readLines(input, (line, isWhole) => {
    if (isTraced) log.note('debug', 'request', { line });
    const answer = session.answer(line, isWhole);
    if (typeof answer === 'string') return writeAll(output, answer);
    for (const piece of answer) if (!writeAll(output, piece)) return false;
    return true;
  });
  log.note('info', 'stopped', { ...session.counts });
  backend.close();
}
