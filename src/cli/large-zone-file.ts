/** How does the large zone of a bench get into a file? */

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { largeZone } from '../bench/large-zone.js';
import { seededRandom } from '../bench/random.js';

/** Writes it, through to the disk: nobody is to wait for it later. `onText` gets each piece. Returns its path. */
export async function writeLargeZone(
  directory: string,
  records: number,
  seed: number,
  onText: (text: string) => void = () => {},
): Promise<string> {
  const file = join(directory, 'large.zone');
  const fd = openSync(file, 'w');
  try {
    for (const text of largeZone(records, seededRandom(seed))) {
      writeSync(fd, text);
      onText(text);
      // A signal is heard.
      await nextTurn();
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return file;
}
