/** What has a zone to say about one name? */

/** A record whose owner is known from where it stands. */
export interface OwnedRecord {
  readonly type: string;
  /** Seconds. */
  readonly ttl: number;
  readonly content: string;
}

/** A name and all its records, in order. `name` is a sort key. */
export interface Owner {
  readonly name: string;
  readonly records: readonly OwnedRecord[];
}
