/** What becomes of a zone when another version of it comes? */

import { nameOfSortKey } from '../dns/names.js';
import { isNewerSerial, nextSerial, type SerialPolicy, serialOf, withSerial } from '../dns/serial.js';
import { type Difference, type NodeChange, nodeChanges, rrsetDifferences } from './difference.js';
import type { CheckOptions, DraftedZone } from './drafted-nodes.js';
import { countLines, type OwnedRecord, parseLines } from './owner.js';
import { type Problem, problemError } from './problem.js';
import { isEmptyNonTerminal, unpackLines } from './row.js';
import type { Node } from './zone-tree.js';

export interface ReplaceOptions extends CheckOptions {
  /** Leave the zone alone unless the serial of the new version is newer (RFC 1982). */
  readonly ifNewer?: boolean;
  /** Give a zone that changes a serial newer than the one it has. */
  readonly bumpSerial?: SerialPolicy;
  /** Write the new serial even if nothing else is new. */
  readonly rewrite?: boolean;
  /** Told of each rrset that is not the same. */
  readonly onDifference?: (difference: Difference) => void;
}

/** What became of a zone. */
export interface ReplacedZone {
  /** `unchanged`: at most the serial is another; `not-newer`: only with `ifNewer`. */
  readonly outcome: 'added' | 'changed' | 'unchanged' | 'not-newer';
  /** 0 for a zone that is not in the database. */
  readonly zoneId: number;
  readonly zoneName: string;
  readonly serial: number;
  readonly oldSerial: number | undefined;
  /** Of the new version. Duplicates are not counted. */
  readonly records: number;
  /** Owner names of the new version; empty non-terminals are not counted. */
  readonly names: number;
  readonly addedRecords: number;
  readonly deletedRecords: number;
}

/** A zone in the database, or one that is not there yet: id 0 and no nodes. */
export interface StoredZone {
  readonly zoneId: number;
  /** In order of their names, read while they are asked for. */
  readonly nodes: Iterable<Node>;
  readonly apexRow: string | undefined;
}

/** Compares a new version of a zone with what is stored. Whoever asks for `changes` carries them out, if `result` then says so. */
export class Replacement {
  #records = 0;
  #names = 0;
  #added = 0;
  #deleted = 0;
  #hasOtherChange = false;
  readonly #nodes: Iterator<Node>;
  readonly #first: IteratorResult<Node>;
  readonly #oldSoa: string | undefined;
  readonly #newSoa: string | undefined;
  readonly #serial: number;

  constructor(
    private readonly apex: string,
    drafted: DraftedZone,
    private readonly stored: StoredZone,
    private readonly options: ReplaceOptions,
  ) {
    this.#nodes = drafted.nodes(apex, options)[Symbol.iterator]();
    this.#first = this.#nodes.next();
    this.#oldSoa = soaOf(stored.apexRow);
    this.#newSoa =
      this.#first.done || this.#first.value.name !== apex ? undefined : soaOf(this.#first.value.row);
    this.#serial = this.#nextSerial();
    if (!this.isWanted) this.#nodes.return?.();
  }

  /** Whether there is anything to be done: not if `ifNewer` is set and the version is not. */
  get isWanted(): boolean {
    const { ifNewer = false } = this.options;
    if (!ifNewer || this.#oldSoa === undefined || this.#newSoa === undefined) return true;
    return isNewerSerial(serialOf(this.#newSoa), serialOf(this.#oldSoa));
  }

  /** All that is different, in order. Throws at the end if the new version has errors. */
  *changes(): Generator<NodeChange> {
    for (const change of nodeChanges(this.stored.nodes, this.#renewed())) {
      this.#count(change);
      yield change;
    }
    if (this.#hasOtherChange) this.#warnOfSerial();
  }

  /** What there is to say once all changes have been asked for. */
  get result(): ReplacedZone {
    const { zoneId } = this.stored;
    const oldSerial = this.#oldSoa === undefined ? undefined : serialOf(this.#oldSoa);
    const isWritten = this.isWanted && (this.#hasOtherChange || this.#isRewritten);
    return {
      outcome: !this.isWanted ? 'not-newer' : zoneId === 0 ? 'added' : isWritten ? 'changed' : 'unchanged',
      zoneId,
      zoneName: nameOfSortKey(this.apex),
      serial: isWritten ? this.#serial : oldSerial!,
      oldSerial,
      records: this.#records,
      names: this.#names,
      addedRecords: isWritten ? this.#added : 0,
      deletedRecords: isWritten ? this.#deleted : 0,
    };
  }

  get #isRewritten(): boolean {
    return this.options.rewrite === true && this.#added > 0;
  }

  *#renewed(): Generator<Node> {
    for (let next = this.#first; !next.done; next = this.#nodes.next()) {
      const { name, row } = next.value;
      if (!isEmptyNonTerminal(row)) {
        this.#names += 1;
        this.#records += countLines(row);
      }
      yield name === this.apex ? { name, row: this.#withSerial(row) } : next.value;
    }
  }

  #withSerial(row: string): string {
    if (this.options.bumpSerial === undefined || this.#newSoa === undefined) return row;
    return row.replace(this.#newSoa, withSerial(this.#newSoa, this.#serial));
  }

  #count(change: NodeChange): void {
    const { onDifference } = this.options;
    if (change.before === undefined && onDifference === undefined) {
      if (!isEmptyNonTerminal(change.after!)) this.#added += countLines(change.after!);
      this.#hasOtherChange = true;
      return;
    }
    for (const difference of rrsetDifferences(change)) {
      const { type, added, deleted } = difference;
      this.#added += added.length;
      this.#deleted += deleted.length;
      if (type !== 'SOA' || !isSameButSerial(deleted[0], added[0])) this.#hasOtherChange = true;
      onDifference?.(difference);
    }
  }

  #nextSerial(): number {
    const { bumpSerial } = this.options;
    const drafted = this.#newSoa === undefined ? 0 : serialOf(this.#newSoa);
    if (bumpSerial === undefined) return drafted;
    if (this.#oldSoa === undefined)
      return bumpSerial === 'increment' ? drafted : nextSerial(drafted, bumpSerial);
    const stored = serialOf(this.#oldSoa);
    if (!isNewerSerial(drafted, stored)) return nextSerial(stored, bumpSerial);
    return bumpSerial === 'increment' ? drafted : nextSerial(drafted, bumpSerial);
  }

  #warnOfSerial(): void {
    if (this.#oldSoa === undefined) return;
    const stored = serialOf(this.#oldSoa);
    if (isNewerSerial(this.#serial, stored)) return;
    const message =
      `${nameOfSortKey(this.apex)} changes, but its serial ${this.#serial} is not newer than ${stored} in the database: ` +
      'secondaries will not notice; raise it, or let --bump-serial do so';
    const { strict = false, onProblem } = this.options;
    const problem: Problem = { severity: strict ? 'error' : 'warning', code: 'SERIAL_NOT_NEWER', message };
    onProblem?.(problem);
    if (strict) throw problemError(problem);
  }
}

function soaOf(row: string | undefined): string | undefined {
  if (row === undefined || isEmptyNonTerminal(row)) return undefined;
  return parseLines(unpackLines(row)).find(({ type }) => type === 'SOA')?.content;
}

function isSameButSerial(old: OwnedRecord | undefined, renewed: OwnedRecord | undefined): boolean {
  if (old === undefined || renewed === undefined || old.ttl !== renewed.ttl) return false;
  return withSerial(old.content, 0) === withSerial(renewed.content, 0);
}
