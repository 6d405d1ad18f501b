/** How does a zone become a file? */

import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type OnBytes, writePieces } from './standard-output.js';

const SUFFIX = '.zone';

/** Of a file name on Linux. */
const MAX_FILE_NAME_BYTES = 255;

/**
 * `example.com.zone`. What may not stand in a file name, or means something to a shell, is written as `%HH`; a name too
 * long for a file is cut off, and a hash of all of it stands behind `%-`. No two zones share a file.
 */
export function zoneFileName(zoneName: string): string {
  const encoded = zoneName === '.' ? '%2E' : zoneName.replace(/[^\w.-]/g, percentEncoded);
  if (encoded.length + SUFFIX.length <= MAX_FILE_NAME_BYTES) return encoded + SUFFIX;
  const hash = createHash('sha256').update(zoneName).digest('hex');
  return `${encoded.slice(0, 150)}%-${hash}${SUFFIX}`;
}

/** Writes a file that takes its name when it is whole; what stands there is replaced. */
export function writeZoneFile(path: string, pieces: Iterable<string>, onBytes?: OnBytes): void {
  const part = join(path, '..', `.pdns-pipe-${randomBytes(6).toString('hex')}.part`);
  const fd = openSync(part, 'wx');
  try {
    writePieces(fd, pieces, onBytes);
    renameSync(part, path);
  } catch (cause) {
    rmSync(part);
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code?.startsWith('E') !== true) throw cause;
    throw Object.assign(
      new Error(`${path} can't be written: ${message}; what stood there still does`, { cause }),
      {
        code,
      },
    );
  } finally {
    closeSync(fd);
  }
}

function percentEncoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
