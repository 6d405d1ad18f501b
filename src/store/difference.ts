/** What is different between two versions of a zone? */

import { nameOfSortKey } from '../dns/names.js';
import { type OwnedRecord, parseLines } from './owner.js';
import { unpackLines } from './row.js';
import type { Node } from './zone-tree.js';

/** What happens to a name: a row comes (`before` is undefined), changes, or goes (`after` is undefined). */
export interface NodeChange {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What happens to an rrset. */
export interface Difference {
  /** Folded. */
  readonly name: string;
  readonly type: string;
  readonly deleted: readonly OwnedRecord[];
  readonly added: readonly OwnedRecord[];
}

/** Every name that is not the same in both, which are in the order of the names. */
export function* nodeChanges(before: Iterable<Node>, after: Iterable<Node>): Generator<NodeChange> {
  const olds = before[Symbol.iterator]();
  let old = olds.next();
  for (const { name, row } of after) {
    while (!old.done && old.value.name < name) {
      yield { name: old.value.name, before: old.value.row, after: undefined };
      old = olds.next();
    }
    if (old.done || old.value.name !== name) {
      yield { name, before: undefined, after: row };
      continue;
    }
    if (old.value.row !== row) yield { name, before: old.value.row, after: row };
    old = olds.next();
  }
  for (; !old.done; old = olds.next())
    yield { name: old.value.name, before: old.value.row, after: undefined };
}

/** What a change of a name means to its records: nothing if only their order or their auth flags are others. */
export function* rrsetDifferences({ name, before, after }: NodeChange): Generator<Difference> {
  const deleted = linesOf(before);
  const added = linesOf(after);
  for (const line of [...deleted]) {
    if (added.delete(line)) deleted.delete(line);
  }
  const olds = [...deleted].flatMap(parseLines);
  const news = [...added].flatMap(parseLines);
  for (const type of new Set([...olds, ...news].map((record) => record.type))) {
    yield {
      name: nameOfSortKey(name),
      type,
      deleted: olds.filter((record) => record.type === type),
      added: news.filter((record) => record.type === type),
    };
  }
}

function linesOf(row: string | undefined): Set<string> {
  const lines = row === undefined ? '' : unpackLines(row);
  return new Set(lines === '' ? [] : lines.split('\n'));
}
