/** How does a zone file become a draft? */

import type { Draft } from '../store/draft.js';
import { readZoneFile } from '../zonefile/reader.js';
import type { ZoneFileError } from '../zonefile/zone-file-error.js';
import type { ShownProblem } from './problems.js';
import { includesOf, readChunks } from './zone-source.js';

export interface ZoneFile {
  readonly file: string;
  /** In normal form. Without it the first record, which must be the SOA, names the zone. */
  readonly zoneName?: string | undefined;
  /** What relative names stand under: the zone's name, unless told. */
  readonly origin?: string | undefined;
}

/** Told what comes of reading a zone file. */
export interface ReadingListener {
  report(problem: ShownProblem): void;
  advance(bytes: number): void;
}

/**
 * Reads a zone file into a draft. Returns the name of the zone, or undefined if nothing names it; that has been reported.
 * Throws what open(2) and read(2) throw.
 */
export function readZone(
  { file, zoneName, origin = zoneName }: ZoneFile,
  draft: Draft,
  { report, advance }: ReadingListener,
): string | undefined {
  let first: { readonly name: string; readonly type: string } | undefined;
  let hasErrors = false;
  const reporter = (severity: ShownProblem['severity']) => (error: ZoneFileError) => {
    const { code, reason, line, column } = error;
    const message = code === 'NO_ORIGIN' ? `${reason}, or give --zone NAME` : reason;
    hasErrors ||= severity === 'error';
    report({ severity, code, message, place: { file: error.file, line, column } });
  };
  for (const record of readZoneFile(readChunks(file, advance), {
    file,
    ...(origin !== undefined && { origin }),
    include: includesOf(file),
    onError: reporter('error'),
    onWarning: reporter('warning'),
  })) {
    first ??= record;
    draft.add(record);
  }
  if (zoneName !== undefined || first?.type === 'SOA') return zoneName ?? first!.name;
  const found = first === undefined ? 'there is no record' : `${first.name} ${first.type} comes first`;
  const message = `a zone begins with its SOA, which names it, but ${found}; write one, or give --zone NAME if it comes later`;
  if (!hasErrors) report({ severity: 'error', code: 'NO_SOA', message, place: { file, line: 1, column: 1 } });
  return undefined;
}
