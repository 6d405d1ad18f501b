/** Which zone files are in a directory? */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DnsError } from '../../dns/dns-error.js';
import { parseName } from '../../dns/names.js';
import type { SourcedZone } from '../import-zone.js';
import type { Note } from './note.js';
import { kindOf, rawFault, sourcedFile } from './sourced-file.js';

/** What name servers, key tools and editors leave beside zone files. No ending here is that of a top-level domain. */
const OTHER_FILES =
  /~$|\.(?:jnl|jbk|signed|keys?|private|state|conf|bak|old|orig|rej|swp|tmp|lock|gz|txt|log|json|hints|sqlite3?|db-(?:wal|shm|journal))$/i;

/**
 * The zone files in a directory, in the order of their names: texts with a SOA, called `db.NAME`, `NAME.zone`, `NAME.db` or
 * NAME, which has a dot in it. The origin is NAME (`root` is the root) until the file says otherwise. What is left out is
 * told to `note`, but for directories and names that begin with a dot. Throws what readdir(2) and read(2) throw.
 */
export function directoryFiles(directory: string, note: Note): SourcedZone[] {
  const files: SourcedZone[] = [];
  for (const entry of readdirSync(directory).sort()) {
    const file = join(directory, entry);
    if (entry.startsWith('.') || statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) continue;
    const origin = originOf(entry);
    if (OTHER_FILES.test(entry) || origin === undefined)
      note(`${file} is left out: it is not named like a zone file`);
    else files.push(...zoneFile(file, origin, note));
  }
  return files;
}

function zoneFile(file: string, origin: string, note: Note): SourcedZone[] {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    note(`${file} is left out: it is no regular file`);
    return [];
  }
  const kind = kindOf(file);
  if (kind === 'raw') return [sourcedFile({ file, origin }, rawFault(file, origin))];
  if (kind === 'zone') return [sourcedFile({ file, origin })];
  const reason = kind === 'binary' ? 'it is no text' : 'no SOA is near its beginning';
  note(`${file} is left out: ${reason}`);
  return [];
}

/** The name of the zone by the name of its file. */
function originOf(entry: string): string | undefined {
  if (!entry.includes('.')) return undefined;
  const name = entry.replace(/^db\.|\.(?:zone|db)$/g, '');
  try {
    return name === 'root' ? '.' : parseName(Buffer.from(name).toString('latin1'));
  } catch (error) {
    if (error instanceof DnsError) return undefined;
    throw error;
  }
}
