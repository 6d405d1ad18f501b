/** What becomes of a zone when another version of it comes? */

import { nameOfSortKey } from '../dns/names.js';
import { isNewerSerial, nextSerial, type SerialPolicy, serialOf, withSerial } from '../dns/serial.js';
import { type Difference, type NodeChange, nodeChanges, rrsetDifferences } from './difference.js';
import type { Draft } from './draft.js';
import { countLines, formatLine, type OwnedRecord, type Owner, parseLines } from './owner.js';
import { type OnProblem, type Problem, problemError } from './problem.js';
import { isEmptyNonTerminal } from './row.js';
import { checkedOwners } from './zone-check.js';
import { type Node, zoneNodes } from './zone-tree.js';

export interface ReplaceOptions {
  /** A warning is as bad as an error. */
  readonly strict?: boolean;
  /** Leave the zone alone unless the serial of the new version is newer (RFC 1982). */
  readonly ifNewer?: boolean;
  /** Give a zone that changes a serial newer than the one it has. */
  readonly bumpSerial?: SerialPolicy;
  /** Write the new serial even if nothing else is new. */
  readonly rewrite?: boolean;
  /** Told of each error and warning. Without it the first error is thrown and warnings are lost. */
  readonly onProblem?: OnProblem;
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
  /** The lines of the apex. */
  readonly apexLines: string | undefined;
}

/** Compares a draft with what is stored. Whoever asks for `changes` carries them out, or not, as `result` then says. */
export class Replacement {
  #records = 0;
  #names = 0;
  #added = 0;
  #deleted = 0;
  #hasOtherChange = false;
  #firstError: Problem | undefined;
  readonly #oldSoa: string | undefined;
  readonly #newSoa: string | undefined;
  readonly #serial: number;

  constructor(
    private readonly apex: string,
    private readonly draft: Draft,
    private readonly stored: StoredZone,
    private readonly options: ReplaceOptions,
  ) {
    this.#oldSoa = soaOf(stored.apexLines);
    this.#newSoa = soaOf(draft.lines(apex));
    this.#serial = this.#nextSerial();
  }

  /** Whether there is anything to be done: not if `ifNewer` is set and the version is not. */
  get isWanted(): boolean {
    const { ifNewer = false } = this.options;
    if (!ifNewer || this.#oldSoa === undefined || this.#newSoa === undefined) return true;
    return isNewerSerial(serialOf(this.#newSoa), serialOf(this.#oldSoa));
  }

  /** All that is different, in order. Throws at the end if the draft has errors. */
  *changes(): Generator<NodeChange> {
    for (const change of nodeChanges(this.stored.nodes, zoneNodes(this.apex, this.#owners()))) {
      this.#count(change);
      yield change;
    }
    if (this.#hasOtherChange && this.#firstError === undefined) this.#warnOfSerial();
    if (this.#firstError !== undefined) throw problemError(this.#firstError);
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

  *#owners(): Generator<Owner> {
    for (const owner of checkedOwners(this.draft, this.apex, this.#onProblem)) {
      this.#names += 1;
      this.#records += countLines(owner.lines);
      yield owner.name === this.apex ? { name: owner.name, lines: this.#withSerial(owner.lines) } : owner;
    }
  }

  #withSerial(lines: string): string {
    if (this.options.bumpSerial === undefined) return lines;
    const renewed = (record: OwnedRecord): OwnedRecord =>
      record.type === 'SOA' ? { ...record, content: withSerial(record.content, this.#serial) } : record;
    return parseLines(lines).map(renewed).map(formatLine).join('\n');
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

  readonly #onProblem = (problem: Problem): void => {
    const { strict = false, onProblem } = this.options;
    const severity = strict ? 'error' : problem.severity;
    if (severity === 'error') this.#firstError ??= problem;
    onProblem?.({ ...problem, severity });
  };

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
    this.#onProblem({ severity: 'warning', code: 'SERIAL_NOT_NEWER', message });
  }
}

function soaOf(lines: string | undefined): string | undefined {
  return lines === undefined ? undefined : parseLines(lines).find(({ type }) => type === 'SOA')?.content;
}

function isSameButSerial(old: OwnedRecord | undefined, renewed: OwnedRecord | undefined): boolean {
  if (old === undefined || renewed === undefined || old.ttl !== renewed.ttl) return false;
  return withSerial(old.content, 0) === withSerial(renewed.content, 0);
}
