/** How much longer does a lookup take than SQLite alone? */

import type { Backend } from '../conversation/backend.js';
import type { Question } from '../protocol/request.js';
import { currentSetting } from './machine.js';
import { reportStore, type StoreReport } from './store-report.js';

/** A name that exists, as a question has it and as the store has it. */
export interface StoredName {
  readonly zoneId: number;
  readonly name: string;
  readonly key: string;
}

/** SQLite alone: one prepared statement. */
export interface Getter {
  get(zoneId: number, key: string): string | undefined;
}

export interface StoreBenchOptions {
  readonly backend: Backend;
  /** Each lookup in a transaction of its own. */
  readonly bareGet: Getter;
  /** All lookups in one transaction: the reader keeps one open under load as well. */
  readonly heldGet: Getter;
  /** At least `rounds + 1` times `count`: the first ones warm up. */
  readonly names: readonly StoredName[];
  readonly rounds: number;
  /** Lookups in a round. */
  readonly count: number;
  readonly size: StoreReport['size'];
}

/** Plays every name in turns. The first round only warms up. */
export function benchStore({
  backend,
  bareGet,
  heldGet,
  names,
  rounds,
  count,
  size,
}: StoreBenchOptions): StoreReport {
  const setting = currentSetting();
  const times = { lookup: [] as number[], bareGet: [] as number[], heldGet: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const drawn = Array.from({ length: count }, (_, index) => names[(round * count + index) % names.length]!);
    const questions = drawn.map(questionFor);
    const turns = [
      () => times.lookup.push(timeUs(questions, (question) => backend.lookup(question))),
      () => times.bareGet.push(timeUs(drawn, ({ zoneId, key }) => bareGet.get(zoneId, key))),
      () => times.heldGet.push(timeUs(drawn, ({ zoneId, key }) => heldGet.get(zoneId, key))),
    ];
    // Whoever comes second finds the caches warm.
    if (round % 2 === 1) turns.reverse();
    for (const turn of turns) turn();
  }
  return reportStore(
    { setting, size, rounds, count },
    {
      lookup: times.lookup.slice(1),
      bareGet: times.bareGet.slice(1),
      heldGet: times.heldGet.slice(1),
    },
  );
}

function questionFor({ name, zoneId }: StoredName): Question {
  return { tag: 'Q', qname: name, qclass: 'IN', qtype: 'ANY', zoneId, remoteIp: '127.0.0.1' };
}

/** Microseconds for each of `items`. */
function timeUs<T>(items: readonly T[], lookup: (item: T) => unknown): number {
  const start = performance.now();
  for (const item of items) lookup(item);
  return ((performance.now() - start) * 1000) / items.length;
}
