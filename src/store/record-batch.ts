/** How do many records go to a draft at once, from another thread if need be? */

import { sortKey } from '../dns/names.js';
import type { ResourceRecord } from '../dns/record.js';
import { formatLine } from './owner.js';
import { StoreError } from './store-error.js';

/** A record, and where somebody wrote it. */
export interface PlacedRecord extends ResourceRecord {
  readonly file?: string;
  /** Counted from 1. */
  readonly line?: number;
  /** Counted from 1, in bytes. */
  readonly column?: number;
}

/** Records of one owner that came one after the other: the sort key, the lines, and `file:line:column` of each. */
export type PackedOwner = readonly [name: string, lines: string, places: string];

/** Plain text, which goes from thread to thread as fast as memory is copied. */
export interface RecordBatch {
  /** Of packed owners. No record has control characters. */
  readonly text: string;
  /** The files that the places name by number: those not named in an earlier batch. */
  readonly newFiles: readonly string[];
}

const OWNER_END = '\0';
const FIELD_END = '\t';

/** Makes batches. */
export class RecordBatcher {
  #parts: string[] = [];
  #length = 0;
  #name: string | undefined;
  #lines = '';
  #places = '';
  #fileNumbers = new Map<string, number>();
  #file: string | undefined;
  #fileNumber = 0;
  #newFiles: string[] = [];

  /** Characters that have come since the last batch. */
  get length(): number {
    return this.#length;
  }

  /** Throws BAD_RECORD for what no record can be, and BAD_NAME. */
  add(record: PlacedRecord): void {
    checkRecord(record);
    const name = sortKey(record.name);
    const line = formatLine(record);
    const place = `${this.#numberOf(record.file)}:${record.line ?? 0}:${record.column ?? 0}`;
    this.#length += name.length + line.length;
    if (name === this.#name) {
      this.#lines += `\n${line}`;
      this.#places += ` ${place}`;
      return;
    }
    this.#endOwner();
    this.#name = name;
    this.#lines = line;
    this.#places = place;
  }

  /** All that has come since the last batch. */
  take(): RecordBatch {
    this.#endOwner();
    const batch = { text: this.#parts.join(OWNER_END), newFiles: this.#newFiles };
    this.#parts = [];
    this.#length = 0;
    this.#newFiles = [];
    return batch;
  }

  #endOwner(): void {
    if (this.#name === undefined) return;
    this.#parts.push(`${this.#name}${FIELD_END}${this.#lines}${FIELD_END}${this.#places}`);
    this.#name = undefined;
  }

  #numberOf(file = ''): number {
    if (file === this.#file) return this.#fileNumber;
    let number = this.#fileNumbers.get(file);
    if (number === undefined) {
      number = this.#fileNumbers.size;
      this.#fileNumbers.set(file, number);
      this.#newFiles.push(file);
    }
    this.#file = file;
    this.#fileNumber = number;
    return number;
  }
}

/** The owners of a batch. */
export function unpackBatch({ text }: RecordBatch): PackedOwner[] {
  if (text === '') return [];
  return text.split(OWNER_END).map((owner) => owner.split(FIELD_END) as unknown as PackedOwner);
}

function checkRecord({ name, type, ttl, content }: ResourceRecord): void {
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
