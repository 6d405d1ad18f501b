/** Which number comes next? The same seed gives the same ones. */

/** Mulberry32. */
export class Random {
  constructor(private state: number) {}

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** The text of `make`, so many times that `min` to `max` are there. */
  repeat(min: number, max: number, make: () => string, joiner = ''): string {
    return Array.from({ length: min + this.below(max - min + 1) }, make).join(joiner);
  }
}
