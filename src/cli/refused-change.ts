/** Which change that the user asked for is not made? */

export type RefusedChangeCode =
  /** The zone is in the database already. */
  | 'ZONE_EXISTS'
  /** There is no such zone, name, rrset or record. */
  | 'NOT_THERE'
  /** Without its SOA record a zone is not served. */
  | 'SOA_STAYS';

/** The arguments are well written, but the database is not fit for them: exit status 1, and nothing was changed. */
export class RefusedChange extends Error {
  override readonly name = 'RefusedChange';
  constructor(
    readonly code: RefusedChangeCode,
    message: string,
  ) {
    super(message);
  }
}
