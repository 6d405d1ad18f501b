/** What did the user type wrong? */

/** Wrong usage: exit status 2. The message says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
}
