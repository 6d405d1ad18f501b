/** What can keep a bench from measuring? */

export type BenchErrorCode =
  | 'BAD_QUESTION'
  | 'NO_QUESTIONS'
  | 'NOT_PINNED'
  | 'NOT_STARTED'
  | 'REFUSED'
  | 'ENDED'
  | 'SILENT'
  | 'NO_ROOM'
  | 'FAILED';

/** Nothing can be measured: the questions (first two), the machine or the command is at fault. The message says what to do. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
  constructor(
    readonly code: BenchErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
