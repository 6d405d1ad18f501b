/** Which answers need not be looked up again? */

/** Lines and answers that are kept, in characters: those of a tenth of a second, of each connection (a guess). */
const MAX_CHARS = 16 * 1024;

/** The answers to lines, as long as what they were made from stays the same. */
export class KnownAnswers {
  readonly #answers = new Map<string, string>();
  #state: object | undefined;
  #chars = 0;

  /** The answer made from this very `state`, if there was one. */
  find(line: string, state: object): string | undefined {
    if (state === this.#state) return this.#answers.get(line);
    this.clear();
    this.#state = state;
    return undefined;
  }

  /** Keeps an answer, made from the state that was searched last. */
  add(line: string, answer: string): void {
    const chars = line.length + answer.length;
    if (chars > MAX_CHARS) return;
    if (this.#chars + chars > MAX_CHARS) this.clear();
    this.#answers.set(line, answer);
    this.#chars += chars;
  }

  clear(): void {
    this.#answers.clear();
    this.#chars = 0;
  }
}
