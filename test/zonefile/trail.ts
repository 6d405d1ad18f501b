/** What does the reader report for a text, in words that are easily written by hand? */

import { readZoneFile, type ZoneFileOptions } from '../../src/zonefile/reader.js';
import type { ZoneFileError } from '../../src/zonefile/zone-file-error.js';

/** `name ttl type content`, `CODE line:column` and `CODE line:column`, in the order of the file. */
export interface Trail {
  readonly records: string[];
  readonly errors: string[];
  readonly warnings: string[];
}

/** Reads a text; characters are bytes. `step` is how many bytes the reader gets at a time. */
export function trailOf(text: string, options: Partial<ZoneFileOptions> = {}, step = text.length): Trail {
  const errors: string[] = [];
  const warnings: string[] = [];
  const reader = readZoneFile(pieces(text, step), {
    file: 'zone',
    origin: 'example.com',
    onError: (error) => errors.push(format(error)),
    onWarning: (warning) => warnings.push(format(warning)),
    ...options,
  });
  const records = [...reader].map(({ name, ttl, type, content }) => `${name} ${ttl} ${type} ${content}`);
  return { records, errors, warnings };
}

/** The bytes of a text in pieces of one size. */
export function* pieces(text: string, step: number): Generator<Buffer> {
  for (let at = 0; at < text.length; at += step) yield Buffer.from(text.slice(at, at + step), 'latin1');
}

function format({ code, file, line, column }: ZoneFileError): string {
  return `${code} ${file === 'zone' ? '' : `${file}:`}${line}:${column}`;
}
