/** How does a coprocess run? Lines in on stdin, answers out on stdout, until stdin ends. */

import type { Backend } from '../conversation/backend.js';
import { Session } from '../conversation/session.js';
import type { EntForm } from '../protocol/format-reply.js';
import { openAlarm } from '../wire/alarm.js';
import { readLines, writeAll } from '../wire/stdio.js';
import { withOperatorCommands } from './commands.js';
import type { Log } from './log.js';

export interface CoprocessOptions {
  /**
   * Opens what knows the answers. With `setAlarm` it sees to it that its `rest` is called in a moment, whether questions
   * go on or not; false means that this can't be had now, and that nothing may be kept until the next question.
   */
  readonly openBackend: (setAlarm: () => boolean) => Backend;
  readonly version: string;
  readonly ent: EntForm;
  readonly log: Log;
  readonly input?: number;
  readonly output?: number;
}

/** Load may stop between two questions: what was kept for the next one goes so much later (a guess). */
const REST_AFTER_MS = 100;

/**
 * Answers PowerDNS until stdin ends or nobody reads stdout. Blocks the thread: nothing else runs beside it, and
 * nothing need to, since PowerDNS waits for each answer before it asks again.
 */
export function serveCoprocess({
  openBackend,
  version,
  ent,
  log,
  input = 0,
  output = 1,
}: CoprocessOptions): void {
  const alarm = openAlarm(input, REST_AFTER_MS);
  const backend = openBackend(() => alarm.set());
  const operable = withOperatorCommands(backend, { version, counts: () => session.counts });
  const session = new Session(operable, {
    banner: `pdns-pipe ${version}`,
    ent,
    onRefusal: (reason) => log.note('error', 'refused', { reason }),
  });
  const isTraced = log.wants('debug');
  log.note('info', 'started', { pid: process.pid, version });
  const onLine = (line: string, isWhole: boolean): boolean => {
    if (isTraced) log.note('debug', 'request', { line });
    const answer = session.answer(line, isWhole);
    if (typeof answer === 'string') return writeAll(output, answer);
    for (const piece of answer) if (!writeAll(output, piece)) return false;
    return true;
  };
  readLines(input, onLine, { alarm, onAlarm: () => backend.rest?.() });
  log.note('info', 'stopped', { ...session.counts });
  alarm.close();
  backend.close();
}
