/** What can be wrong with a record, or with the message that brings it? */

export type DnsErrorCode =
  | 'BAD_NAME'
  | 'BAD_TYPE'
  | 'BAD_TTL'
  | 'BAD_CONTENT'
  | 'BAD_MESSAGE'
  | 'NO_TRANSFER';

/** A name, type, TTL, content or message that is not one, or a transfer that was refused. The message names the text at fault and says what is expected. */
export class DnsError extends Error {
  override readonly name = 'DnsError';
  constructor(
    readonly code: DnsErrorCode,
    message: string,
    /** For BAD_CONTENT: which field of the content is at fault, counted from 0. */
    readonly field?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
