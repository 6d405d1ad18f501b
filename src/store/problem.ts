/** What is wrong with a zone? */

import type { Place } from './placed-record.js';
import { StoreError, type StoreErrorCode } from './store-error.js';

/** What can be served although it may not be what was meant. */
export type ZoneWarningCode =
  | 'NO_NS'
  | 'TTL_DIFFERS'
  | 'DUPLICATE'
  | 'RRSET_TOO_LARGE'
  /** A name server, mail exchanger or service that the zone itself should have an address for, and has not. */
  | 'NO_ADDRESS'
  /** A name server, mail exchanger or service whose name is a CNAME (RFC 2181, section 10.3). */
  | 'TARGET_IS_ALIAS'
  /** RFC 6672, section 2.4. */
  | 'BELOW_DNAME'
  | 'SERIAL_NOT_NEWER';

/** The message says what to do, and does not begin with the place. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: StoreErrorCode | ZoneWarningCode;
  readonly message: string;
  readonly place?: Place;
}

export type OnProblem = (problem: Problem) => void;

/** An error that makes a zone unfit to be stored. */
export function problemError({ code, message, place }: Problem): StoreError {
  const at = place === undefined ? '' : `${place.file}:${place.line}:${place.column}: `;
  return new StoreError(code as StoreErrorCode, `${at}${message}`);
}
