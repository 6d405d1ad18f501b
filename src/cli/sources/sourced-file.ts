/** Which file holds a zone, and can it be read? */

import { closeSync, openSync, readSync } from 'node:fs';
import type { SourcedZone } from '../import-zone.js';
import type { ShownProblem } from '../problems.js';
import type { ZoneFile } from '../zone-reading.js';

/** A zone file, or in its place what is wrong with it. */
export function sourcedFile(zone: ZoneFile, fault?: ShownProblem): SourcedZone {
  return {
    label: zone.file,
    read: (drafts, listener) => {
      if (fault === undefined) return drafts.read(zone, listener);
      listener.report(fault);
      return { drafted: drafts.empty, zoneName: undefined };
    },
  };
}

/** A guess: longer than any comment that stands before a SOA. */
const SAMPLE_BYTES = 64 * 1024;
/** What a raw zone file of BIND begins with: format 2, text being 1 (lib/dns/include/dns/masterdump.h). */
const RAW = Buffer.of(0, 0, 0, 2);

/** How the file begins: as a zone file does, as one in BIND's raw format, as another text, or as no text. */
export function kindOf(file: string): 'zone' | 'raw' | 'text' | 'binary' {
  const sample = Buffer.alloc(SAMPLE_BYTES);
  const fd = openSync(file, 'r');
  try {
    const begin = sample.subarray(0, readSync(fd, sample, 0, SAMPLE_BYTES, 0));
    if (begin.subarray(0, RAW.length).equals(RAW)) return 'raw';
    if (begin.includes(0)) return 'binary';
    return /\bSOA\b|^\$INCLUDE\b/im.test(begin.toString('latin1')) ? 'zone' : 'text';
  } finally {
    closeSync(fd);
  }
}

/** What to do about a raw file. */
export function rawFault(file: string, zoneName: string): ShownProblem {
  const command = `named-compilezone -f raw -F text -o ${file}.txt ${zoneName} ${file}`;
  const message = `${file} is in BIND's raw format: convert it with \`${command}\`, then import ${file}.txt`;
  return { severity: 'error', code: 'RAW_FORMAT', message };
}
