/** What has just been answered? PowerDNS asks the same more than once for one DNS query. */

/** More are not remembered at a time: a bound for memory, far above what comes while one is fresh. */
const MAX_ANSWERS = 1000;

/** Answers to whole question lines, the client's address included, for a moment. */
export class RecentAnswers {
  readonly #answers = new Map<string, string>();
  #since = 0;

  /** `maxStalenessMs`: how long an answer may be given again. */
  constructor(private readonly maxStalenessMs: number) {}

  clear(): void {
    this.#answers.clear();
  }

  get(line: string): string | undefined {
    if (this.#answers.size > 0 && performance.now() - this.#since >= this.maxStalenessMs)
      this.#answers.clear();
    return this.#answers.get(line);
  }

  set(line: string, answer: string): void {
    if (this.maxStalenessMs === 0 || this.#answers.size >= MAX_ANSWERS) return;
    if (this.#answers.size === 0) this.#since = performance.now();
    this.#answers.set(line, answer);
  }
}
