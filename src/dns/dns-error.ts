/** What can be wrong with a record? */

export type DnsErrorCode = 'BAD_NAME' | 'BAD_TYPE' | 'BAD_TTL' | 'BAD_CONTENT';

/** A name, type, TTL or content that is not one. The message names the text at fault and says what is expected. */
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
