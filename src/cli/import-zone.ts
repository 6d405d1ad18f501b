/** How does one zone file get into the database? */

import type { Writer } from '../store/writer.js';
import { readZoneFile, type ZoneRecord } from '../zonefile/reader.js';
import type { Progress } from './progress.js';
import { includesOf, readChunks } from './zone-source.js';

export interface ImportedZone {
  readonly file: string;
  readonly zoneName: string;
  readonly zoneId: number;
  readonly records: number;
  readonly names: number;
  readonly warnings: number;
}

export interface FailedZone {
  readonly file: string;
  readonly error: string;
  readonly code: string;
}

export type Imported = ImportedZone | FailedZone;

/** Shown of each file; the rest is counted. */
const MAX_SHOWN_PROBLEMS = 100;

/**
 * Replaces the zone that `file` holds, or leaves the database as it was and says why. `zoneName` is the zone's name
 * in normal form; without it the first record, which must be the SOA, names it.
 */
export function importZone(
  writer: Writer,
  file: string,
  zoneName: string | undefined,
  progress: Progress,
): Imported {
  const problems = { error: 0, warning: 0 };
  let firstCode: string | undefined;
  const report = (kind: 'error' | 'warning', text: string) => {
    problems[kind] += 1;
    if (problems[kind] <= MAX_SHOWN_PROBLEMS) progress.complain(`${kind}: ${text}`);
  };
  try {
    const records = readZoneFile(readChunks(file, progress.advance), {
      file,
      ...(zoneName !== undefined && { origin: zoneName }),
      include: includesOf(file),
      onError(error) {
        firstCode ??= error.code;
        report('error', error.message);
      },
      onWarning: (warning) => report('warning', warning.message),
    });
    const first = records.next();
    const apex = zoneName ?? nameOfSoa(first.value);
    const { warnings, warningCount, ...imported } = writer.replaceZone(apex, untilErrors());
    for (const warning of warnings) report('warning', `${file}: ${warning}`);
    problems.warning += warningCount - warnings.length;
    return { file, ...imported, warnings: problems.warning };

    function* untilErrors(): Generator<ZoneRecord> {
      if (first.value) yield first.value;
      yield* records;
      if (problems.error > 0) throw failure(firstCode ?? 'ERRORS', errorsInFile(problems.error));
    }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    const error = problems.error > 0 ? errorsInFile(problems.error) : cause.message;
    return { file, error, code: firstCode ?? String(cause.code) };
  }
}

function nameOfSoa(record: ZoneRecord | undefined): string {
  if (record?.type === 'SOA') return record.name;
  const found = record === undefined ? 'there is no record' : `${record.name} ${record.type} comes first`;
  throw failure('NO_SOA', `the SOA must come first to name the zone, but ${found}; give --zone NAME`);
}

function errorsInFile(count: number): string {
  return count === 1 ? '1 error in the file' : `${count} errors in the file`;
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
