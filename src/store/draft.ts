/** Where do the records of a zone wait until all have come, and who puts them in order? */

import { sortKey } from '../dns/names.js';
import { type CheckOptions, type DraftedZone, draftedNodes } from './drafted-nodes.js';
import { formatLine, type Owner } from './owner.js';
import { checkRecord, type Place, type PlacedRecord } from './placed-record.js';
import { StagedRows } from './staged-rows.js';
import { hostOf } from './target-rules.js';
import type { Node } from './zone-tree.js';

/** A record that names a host. */
export interface Wanted {
  readonly type: string;
  /** A sort key. */
  readonly owner: string;
  readonly place: string;
}

/** A name that has records, that records name as a host, or both. */
export interface DraftedOwner extends Owner {
  /** Of each line, parted by blanks; `Draft.place` tells what they mean. */
  readonly places: string;
  readonly wanted: readonly Wanted[];
}

/** A host that has been asked for lately is not asked for again, so that one of ten thousand delegations costs little. */
const MAX_REMEMBERED = 1000;

/**
 * A zone as somebody wrote it, before anything is made of it. Each owner waits as a row of a name, lines and their
 * places; a host that a record names, as one whose line is `? type owner`.
 */
export class Draft implements DraftedZone {
  readonly #rows = new StagedRows();
  readonly #fileNumbers = new Map<string, number>();
  readonly #remembered = new Set<string>();
  #files: string[] = [];
  #file: string | undefined;
  #fileNumber = 0;
  #name: string | undefined;
  #lines = '';
  #places = '';

  /** Adds a record, in any order. Throws BAD_RECORD, BAD_NAME, DISK_FULL. */
  add(record: PlacedRecord): void {
    checkRecord(record);
    const name = sortKey(record.name);
    const line = formatLine(record);
    const place = `${this.#numberOf(record.file)}:${record.line ?? 0}:${record.column ?? 0}`;
    const host = hostOf(record);
    if (host !== undefined) this.#want(host, record.type, name, place);
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

  /** All that was added, in the order of the sort keys. Nothing may be added while this is read. */
  *owners(): Generator<DraftedOwner> {
    this.#endOwner();
    let owner: DraftedOwner | undefined;
    for (const [name, lines, places] of this.#rows.sorted()) {
      if (owner !== undefined && owner.name !== name) {
        yield owner;
        owner = undefined;
      }
      owner = withRow(owner ?? { name, lines: '', places: '', wanted: [] }, lines, places);
    }
    if (owner !== undefined) yield owner;
  }

  nodes(apex: string, options: CheckOptions): Iterable<Node> {
    return draftedNodes(this, apex, options);
  }

  /** What one of an owner's places stands for, if whoever added the record told. */
  place(text: string): Place | undefined {
    const [fileNumber, line, column] = text.split(':').map(Number);
    const file = this.#files[fileNumber!]!;
    return file === '' ? undefined : { file, line: line!, column: column! };
  }

  /** Forgets all that was added. */
  clear(): void {
    this.#rows.clear();
    this.#fileNumbers.clear();
    this.#remembered.clear();
    this.#files = [];
    this.#file = undefined;
    this.#name = undefined;
  }

  close(): void {
    this.#rows.close();
  }

  #endOwner(): void {
    if (this.#name !== undefined) this.#rows.add(this.#name, this.#lines, this.#places);
    this.#name = undefined;
  }

  #want(host: string, type: string, owner: string, place: string): void {
    const key = `${type} ${host}`;
    if (this.#remembered.has(key)) return;
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.add(key);
    this.#rows.add(sortKey(host), `? ${type} ${owner}`, place);
  }

  #numberOf(file = ''): number {
    if (file === this.#file) return this.#fileNumber;
    let number = this.#fileNumbers.get(file);
    if (number === undefined) {
      number = this.#files.push(file) - 1;
      this.#fileNumbers.set(file, number);
    }
    this.#file = file;
    this.#fileNumber = number;
    return number;
  }
}

function withRow(owner: DraftedOwner, lines: string, places: string): DraftedOwner {
  const { name, wanted } = owner;
  if (lines.startsWith('? ')) {
    const typeEnd = lines.indexOf(' ', 2);
    const record = { type: lines.slice(2, typeEnd), owner: lines.slice(typeEnd + 1), place: places };
    return { ...owner, wanted: [...wanted, record] };
  }
  if (owner.lines === '') return { name, lines, places, wanted };
  return { name, lines: `${owner.lines}\n${lines}`, places: `${owner.places} ${places}`, wanted };
}
