/** What can be wrong with a zone file, and where? */

import type { DnsErrorCode } from '../dns/dns-error.js';
import type { SuspectName } from '../dns/suspect-names.js';

export type ZoneFileErrorCode =
  | DnsErrorCode
  | 'UNCLOSED_QUOTE'
  | 'UNCLOSED_PARENTHESIS'
  | 'UNOPENED_PARENTHESIS'
  | 'NUL_BYTE'
  | 'LINE_TOO_LONG'
  | 'NO_ORIGIN'
  | 'NO_OWNER'
  | 'NO_TYPE'
  | 'NO_TTL'
  | 'BAD_CLASS'
  | 'BAD_DIRECTIVE'
  | 'BAD_GENERATE'
  | 'INCLUDE_FAILED'
  | 'INCLUDE_CYCLE'
  | 'INCLUDE_TOO_DEEP'
  | 'BAD_NAMED_CONF'
  | 'ZONE_TWICE'
  /** What should be a table of records is none, or a row of it can't be split into its columns. */
  | 'BAD_TABLE';

/** What is accepted although it may not be what was meant. */
export type ZoneFileWarningCode =
  | 'NO_FINAL_NEWLINE'
  | SuspectName
  | 'OWNER_OF_OTHER_ORIGIN'
  | 'TTL_FROM_SOA'
  | 'TTL_FROM_RECORD_BEFORE'
  | 'TTL_TOO_LARGE'
  | 'AGE_IGNORED';

export interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in bytes. */
  readonly column: number;
}

/** A fault in a zone file, or a warning about it. The message begins with `file:line:column` and says what to do. */
export class ZoneFileError extends Error {
  override readonly name = 'ZoneFileError';
  /** The message without the place. */
  readonly reason: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;

  /** `reason` may quote the file, whose characters are bytes. */
  constructor(
    readonly code: ZoneFileErrorCode | ZoneFileWarningCode,
    reason: string,
    place: Place,
    options?: ErrorOptions,
  ) {
    const readable = readableText(reason);
    super(`${place.file}:${place.line}:${place.column}: ${readable}`, options);
    this.reason = readable;
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
  }
}

/** Takes a warning. */
export type Warn = (warning: ZoneFileError) => void;

/** Bytes as the UTF-8 that they mostly are in zone files; what is none stays as it is. */
export function readableText(text: string): string {
  if (!/^[\0-\xff]*$/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
