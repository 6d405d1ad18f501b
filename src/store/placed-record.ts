/** Which records can a zone be made of? */

import type { ResourceRecord } from '../dns/record.js';
import { StoreError } from './store-error.js';

/** Where a record was written. */
export interface Place {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in bytes. */
  readonly column: number;
}

/** A record, and where somebody wrote it. */
export interface PlacedRecord extends ResourceRecord, Partial<Place> {}

/** Throws BAD_RECORD for what no record can be. */
export function checkRecord({ name, type, ttl, content }: ResourceRecord): void {
  if (!/^[A-Z][A-Z0-9-]*$/.test(type) || type === 'ENT' || type === 'ANY') {
    throw new StoreError('BAD_RECORD', `${name}: '${type}' is not a type of records`);
  }
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > 0x7fffffff) {
    throw new StoreError('BAD_RECORD', `${name} ${type}: TTL ${ttl} is not a number from 0 to 2147483647`);
  }
  if (!/^[ -~]*[!-~][ -~]*$/.test(content)) {
    throw new StoreError(
      'BAD_RECORD',
      `${name} ${type}: the content is empty or has characters that are not printable`,
    );
  }
}
