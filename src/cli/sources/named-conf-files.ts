/** Which zone files does a named.conf lead to? */

import { readFileSync } from 'node:fs';
import type { ConfZone } from '../../zonefile/named-conf.js';
import { readNamedConf } from '../../zonefile/named-conf.js';
import type { ShownProblem } from '../problems.js';
import { kindOf, rawFault, type SourcedFile } from './sourced-file.js';

/**
 * The files of the zones that a named.conf has as primary or secondary, in its order. Those of other types are told to
 * `note`; a file that can't be read is its zone's fault. Throws ZoneFileError, and what read(2) throws.
 */
export function namedConfFiles(
  confFile: string,
  report: (problem: ShownProblem) => void,
  note: (text: string) => void,
): SourcedFile[] {
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

function zoneFile(zone: ConfZone): SourcedFile {
  const { name, file, confFile, line, column } = zone;
  const fault = (code: string, message: string): SourcedFile => ({
    file: file ?? confFile,
    zoneName: name,
    fault: { severity: 'error', code, message, place: { file: confFile, line, column } },
  });
  if (file === undefined)
    return fault('NO_FILE', `zone ${name} has no file: take it from the server, with AXFR`);
  try {
    return kindOf(file) === 'raw'
      ? { file, zoneName: name, fault: rawFault(file, name) }
      : { file, zoneName: name, origin: name };
  } catch (cause) {
    return fault('UNREADABLE', `zone ${name}: ${(cause as Error).message}`);
  }
}
