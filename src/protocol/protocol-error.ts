/** What can be wrong with a line? */

export type ProtocolErrorCode = 'BAD_REQUEST' | 'BAD_REPLY' | 'UNSENDABLE';

/** A line that cannot be read (BAD_REQUEST, BAD_REPLY), or data that PowerDNS could not read as a line (UNSENDABLE). */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
