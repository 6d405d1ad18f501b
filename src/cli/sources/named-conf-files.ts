/** Which zone files does a named.conf lead to? */

import { readFileSync } from 'node:fs';
import type { ConfZone } from '../../zonefile/named-conf.js';
import { readNamedConf } from '../../zonefile/named-conf.js';
import type { SourcedZone } from '../import-zone.js';
import type { ShownProblem } from '../problems.js';
import type { Note } from './note.js';
import { kindOf, rawFault, sourcedFile } from './sourced-file.js';

/**
 * The files of the zones that a named.conf has as primary or secondary, in its order. Those of other types are told to
 * `note`; a file that can't be read is its zone's fault. Throws ZoneFileError, and what read(2) throws.
 */
export function namedConfFiles(
  confFile: string,
  report: (problem: ShownProblem) => void,
  note: Note,
): SourcedZone[] {
  const read = (file: string) => ({ file, text: readFileSync(file, 'latin1') });
  const { zones } = readNamedConf(read(confFile).text, {
    file: confFile,
    include: read,
    onError: ({ code, reason, file, line, column }) =>
      report({ severity: 'error', code, message: reason, place: { file, line, column } }),
  });
  return zones.flatMap((zone) => {
    if (zone.type === 'primary' || zone.type === 'secondary') return [zoneFile(zone)];
    note(`${zone.confFile}:${zone.line}: zone ${zone.name} is left out: it is of type ${zone.type}`);
    return [];
  });
}

function zoneFile({ name, file, confFile, line, column }: ConfZone): SourcedZone {
  const fault = (code: string, message: string): SourcedZone =>
    sourcedFile(
      { file: file ?? confFile },
      {
        severity: 'error',
        code,
        message: `zone ${name}: ${message}`,
        place: { file: confFile, line, column },
      },
    );
  if (file === undefined) return fault('NO_FILE', 'it has no file here: take it from the server, by AXFR');
  try {
    const isRaw = kindOf(file) === 'raw';
    return sourcedFile({ file, zoneName: name }, isRaw ? rawFault(file, name) : undefined);
  } catch (cause) {
    return fault('UNREADABLE', (cause as Error).message);
  }
}
