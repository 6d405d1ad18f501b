/** How does one name of a zone get other records? */

import { formatName, nameOfSortKey, sortKey } from '../dns/names.js';
import { nextSerial, type SerialPolicy, serialOf, withSerial } from '../dns/serial.js';
import type { NodeChange } from './difference.js';
import { ancestorsOf, isInZone } from './enclosure.js';
import type { NodeWriter } from './node-writer.js';
import { formatLine, hasType, type OwnedRecord, type Owner, parseLines } from './owner.js';
import { type Report, settleOwner } from './owner-rules.js';
import { checkRecord } from './placed-record.js';
import { type OnProblem, type Problem, problemError } from './problem.js';
import { isEmptyNonTerminal, packEmptyNonTerminal, packLines, unpackLines } from './row.js';
import { StoreError } from './store-error.js';
import { dnameProblem, type Host, hostOf, hostProblem } from './target-rules.js';
import type { ZoneRows } from './zone-rows.js';
import { zoneNodes } from './zone-tree.js';

/** A zone within a transaction. Names are absolute, without final dot. */
export class ZoneEditor {
  readonly #oldSerial: number;
  #hasChanged = false;

  constructor(
    private readonly zoneId: number,
    private readonly apex: string,
    private readonly rows: ZoneRows,
    private readonly writer: NodeWriter,
    private readonly onProblem: OnProblem,
  ) {
    this.#oldSerial = this.serial;
  }

  get serial(): number {
    return serialOf(this.#soa.content);
  }

  /** None if the name does not exist, or only because there are names below it. */
  records(name: string): readonly OwnedRecord[] {
    const lines = this.#linesOf(sortKey(name));
    return lines === '' ? [] : parseLines(lines);
  }

  /**
   * Puts `records` in the place of all that the name has. Throws BAD_RECORD, OUT_OF_ZONE, and what the records of one
   * name may not be together; nothing is changed then, and the transaction should be undone.
   */
  setRecords(name: string, records: readonly OwnedRecord[]): void {
    const key = sortKey(name);
    if (!isInZone(key, this.apex)) {
      const zoneName = nameOfSortKey(this.apex);
      throw new StoreError('OUT_OF_ZONE', `${formatName(name)} is not in the zone ${zoneName}`);
    }
    for (const record of records) checkRecord({ name, ...record });
    const lines = this.#settled(key, records.map(formatLine).join('\n'));
    const before = this.#linesOf(key);
    if (before === lines) return;
    this.#hasChanged = true;
    this.writer.write(this.zoneId, this.#changes(key, lines));
    if (key !== this.apex && hasType(before, 'NS') !== hasType(lines, 'NS'))
      this.writer.write(this.zoneId, this.#renewedBelow(key));
  }

  /** Gives the SOA a newer serial if anything has changed, but not the serial itself. */
  bumpSerial(policy: SerialPolicy): void {
    if (!this.#hasChanged || this.serial !== this.#oldSerial) return;
    const content = withSerial(this.#soa.content, nextSerial(this.serial, policy));
    const before = this.rows.row(this.zoneId, this.apex)!;
    const renewed = (record: OwnedRecord) => (record.type === 'SOA' ? { ...record, content } : record);
    const lines = parseLines(unpackLines(before)).map(renewed).map(formatLine).join('\n');
    this.writer.write(this.zoneId, [{ name: this.apex, before, after: packLines(lines, 'all') }]);
  }

  get #soa(): OwnedRecord {
    const soa = parseLines(this.#linesOf(this.apex)).find(({ type }) => type === 'SOA');
    if (soa !== undefined) return soa;
    const zoneName = nameOfSortKey(this.apex);
    throw new StoreError('CORRUPT', `${zoneName} has no SOA record in the database: import it again`);
  }

  #linesOf(name: string): string {
    return unpackLines(this.rows.row(this.zoneId, name) ?? '');
  }

  #settled(name: string, lines: string): string {
    if (lines === '' && name !== this.apex) return '';
    const report: Report = (severity, code, message) => {
      if (severity === 'error') throw problemError({ severity, code, message });
      this.onProblem({ severity, code, message });
    };
    for (const problem of this.#problemsAround(name, lines)) this.onProblem(problem);
    return settleOwner({ name, lines }, this.apex, report).map(formatLine).join('\n');
  }

  /** A DNAME above, and hosts that have no address here. */
  *#problemsAround(name: string, lines: string): Generator<Problem> {
    const dname = ancestorsOf(this.apex, name).find((each) => hasType(this.#linesOf(each), 'DNAME'));
    if (dname !== undefined) yield dnameProblem(name, dname);
    for (const record of parseLines(lines)) {
      const host = hostOf(record);
      const problem =
        host && hostProblem(this.#host(sortKey(host), name, lines), this.apex, name, record.type);
      if (problem) yield problem;
    }
  }

  /** What the zone says about a host, when `owner` has the lines that it is to have. */
  #host(name: string, owner: string, lines: string): Host {
    const above = isInZone(name, this.apex) ? ancestorsOf(this.apex, name) : [];
    const linesOf = (each: string) => (each === owner ? lines : this.#linesOf(each));
    return {
      name,
      lines: linesOf(name),
      isDelegated: [...above, name].some((each) => each !== this.apex && hasType(linesOf(each), 'NS')),
      hasWildcard: [this.apex, ...above].some((each) => linesOf(each === '' ? '*' : `${each} *`) !== ''),
    };
  }

  /** The row itself, and the empty non-terminals above it that come or go with it. */
  *#changes(name: string, lines: string): Generator<NodeChange> {
    const ancestors = ancestorsOf(this.apex, name);
    const cut = ancestors.findIndex((ancestor) => hasType(this.#linesOf(ancestor), 'NS'));
    const before = this.rows.row(this.zoneId, name);
    const isCut = name !== this.apex && hasType(lines, 'NS');
    let after: string | undefined;
    if (lines !== '') after = packLines(lines, cut >= 0 ? 'none' : isCut ? 'DS' : 'all');
    else if (this.#hasBelow(name)) after = packEmptyNonTerminal(cut < 0);
    if (before !== after) yield { name, before, after };
    if ((before === undefined) === (after === undefined)) return;
    for (const [depth, ancestor] of [...ancestors.entries()].reverse()) {
      const row = this.rows.row(this.zoneId, ancestor);
      if (after !== undefined) {
        if (row !== undefined) return;
        yield { name: ancestor, before: row, after: packEmptyNonTerminal(cut < 0 || depth <= cut) };
      } else {
        if (row === undefined || !isEmptyNonTerminal(row) || this.#hasBelow(ancestor)) return;
        yield { name: ancestor, before: row, after: undefined };
      }
    }
  }

  #hasBelow(name: string): boolean {
    return this.rows.nodesBelow(this.zoneId, name).next().done !== true;
  }

  /** Everything below a name that has become a delegation, or is none any more, has another authority. */
  *#renewedBelow(name: string): Generator<NodeChange> {
    const cut = [...ancestorsOf(this.apex, name), name].find((each) => hasType(this.#linesOf(each), 'NS'));
    for (const node of zoneNodes(name, this.#ownersBelow(name), cut)) {
      const before = this.rows.row(this.zoneId, node.name);
      if (before !== node.row) yield { name: node.name, before, after: node.row };
    }
  }

  *#ownersBelow(name: string): Generator<Owner> {
    for (const { name: below, row } of this.rows.nodesBelow(this.zoneId, name)) {
      if (!isEmptyNonTerminal(row)) yield { name: below, lines: unpackLines(row) };
    }
  }
}
