/** What do many measurements say as three numbers? */

/** The middle of some measurements, and between which two the middle half of them lies. */
export interface Spread {
  readonly median: number;
  readonly p25: number;
  readonly p75: number;
}

export function spreadOf(values: Iterable<number>): Spread {
  const sorted = Float64Array.from(values).sort();
  return { median: quantile(sorted, 0.5), p25: quantile(sorted, 0.25), p75: quantile(sorted, 0.75) };
}

/** The value below which `share` (0 to 1) of the ascending values lie, interpolated between neighbours (R's type 7). */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) throw new RangeError('no values');
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)]!;
  const above = sorted[Math.ceil(position)]!;
  return below + (above - below) * (position - Math.floor(position));
}
