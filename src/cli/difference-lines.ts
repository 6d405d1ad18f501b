/** How is a difference shown? */

import { styleText } from 'node:util';
import { formatName } from '../dns/names.js';
import type { Difference } from '../store/difference.js';
import type { OwnedRecord } from '../store/owner.js';
import type { Progress } from './progress.js';

/** One line for each record, as a zone file has it: `- ` what goes, `+ ` what comes; in colour on a terminal. */
export function noteDifference({ name, deleted, added }: Omit<Difference, 'type'>, progress: Progress): void {
  const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const note =
    (sign: string, colour: 'red' | 'green') =>
    ({ type, ttl, content }: OwnedRecord) => {
      const line = `${sign} ${formatName(name)} ${ttl} IN ${type} ${content}`;
      progress.note(line, isColoured ? (text) => styleText(colour, text) : undefined);
    };
  deleted.forEach(note('-', 'red'));
  added.forEach(note('+', 'green'));
}
