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
  const records = readZoneFile(readChunks(file, progress.advance), {
    file,
    ...(zoneName !== undefined && { origin: zoneName }),
    include: includesOf(file),
    onError(error) {
      firstCode ??= error.code;
      report('error', error.code === 'NO_ORIGIN' ? `${error.message}, or give --zone NAME` : error.message);
    },
    onWarning: (warning) => report('warning', warning.message),
  });
  let given: ZoneRecord | undefined;
  try {
    const first = records.next();
    const apex = zoneName ?? nameOfSoa(first.value);
    const { warnings, warningCount, ...imported } = writer.replaceZone(apex, untilErrors(first));
    for (const warning of warnings) report('warning', `${file}: ${warning}`);
    problems.warning += warningCount - warnings.length;
    return { file, ...imported, warnings: problems.warning };
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    if (cause.code !== FOUND_ERRORS) {
      const place = given === undefined ? file : `${given.file}:${given.line}`;
      report('error', `${place}: ${cause.message}`);
      for (const _ of records); // To report what is wrong further down.
    }
    return { file, error: counted(problems.error, 'error'), code: firstCode ?? String(cause.code) };
  }

  /** Not closed when the store refuses a record: reading goes on. `given` is the record it refuses, if it is one. */
  function* untilErrors(first: IteratorResult<ZoneRecord>): Generator<ZoneRecord> {
    for (let next = first; !next.done; next = records.next()) {
      given = next.value;
      yield given;
    }
    given = undefined;
    if (problems.error > 0) throw failure(FOUND_ERRORS, 'the file has errors');
  }
}

/** Thrown to undo a zone when its file has errors; they have been reported. */
const FOUND_ERRORS = 'FOUND_ERRORS';

/** `1 record`, `2 records`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function nameOfSoa(record: ZoneRecord | undefined): string {
  if (record?.type === 'SOA') return record.name;
  const found = record === undefined ? 'there is no record' : `${record.name} ${record.type} comes first`;
  throw failure(
    'NO_SOA',
    `a zone begins with its SOA, which names it, but ${found}; write one, or give --zone NAME if it comes later`,
  );
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
