/** What can go wrong with the record store? */

export type StoreErrorCode =
  /** better-sqlite3 can't be loaded. */
  | 'NO_ADDON'
  /** There is no such file. */
  | 'NO_DATABASE'
  /** The file is not a database of pdns-pipe. */
  | 'NOT_OURS'
  /** The file was made by another version of pdns-pipe. */
  | 'UNKNOWN_VERSION'
  /** Another process holds the file for longer than the busy timeout. */
  | 'LOCKED'
  /** The file or a row in it is damaged. */
  | 'CORRUPT'
  /** The file was replaced, or changed by something other than SQLite, while it was read. */
  | 'REPLACED'
  /** The path is not that of a regular file, or a name that SQLite does not take for a path. */
  | 'NOT_A_FILE'
  /** The file, or the directory it stands in, can't be opened or read. */
  | 'UNREADABLE'
  /** The file, or the directory it stands in, can't be written. */
  | 'UNWRITABLE'
  /** No room is left for what was to be written. */
  | 'DISK_FULL'
  /** There is no zone of that id or name. */
  | 'NO_ZONE'
  /** A record has a type, TTL or content that no record has. */
  | 'BAD_RECORD'
  | 'OUT_OF_ZONE'
  | 'NO_SOA'
  | 'SEVERAL_SOAS'
  | 'SOA_BELOW_APEX'
  | 'SEVERAL_CNAMES'
  | 'SEVERAL_DNAMES'
  | 'CNAME_AND_OTHER_DATA';

/** The store could not be read or written, or refuses what it was given. The message says what to do next. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
