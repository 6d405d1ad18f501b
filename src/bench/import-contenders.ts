/** Who else puts a zone file into a database? */

/** Shell commands for an empty directory of their own, with the variables FILE (absolute) and ZONE. */
export interface ImportContender {
  readonly name: string;
  /** What has to be there beforehand. Not measured. */
  readonly preparation?: string;
  readonly command: string;
  /** What else there is to know about the figures. */
  readonly note?: string;
}

const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

export const ours = 'pdns-pipe import';
/** All others are compared with this one. */
export const reference = 'pdnsutil, gsqlite3';

export const importContenders: readonly ImportContender[] = [
  {
    name: ours,
    command: 'pdns-pipe import --json --db records.db --zone "$ZONE" "$FILE"',
    note: 'checks the zone, and sorts it',
  },
  {
    name: reference,
    preparation: `printf 'launch=gsqlite3\\ngsqlite3-database=records.db\\n' >pdns.conf; sqlite3 records.db <${schema}`,
    command: 'pdnsutil --config-dir=. load-zone "$ZONE" "$FILE"',
  },
  {
    name: 'pdnsutil, lmdb',
    preparation: `printf 'launch=lmdb\\nlmdb-filename=records.db\\n' >pdns.conf`,
    command: 'pdnsutil --config-dir=. load-zone "$ZONE" "$FILE"',
    note: 'its memory is mostly the mapped file',
  },
  {
    name: 'zone2sql | sqlite3',
    preparation: `sqlite3 records.db <${schema}`,
    // Words that are no SQL make sqlite3 fail when zone2sql has.
    command:
      '{ zone2sql --gsqlite --transactions --zone="$FILE" --zone-name="$ZONE" || echo failed; } | sqlite3 -bail records.db',
    note: 'leaves auth and ordername to pdnsutil rectify-zone',
  },
  {
    name: 'named-compilezone',
    command:
      'named-compilezone -q -i none -k ignore -n ignore -m ignore -M ignore -S ignore -T ignore -W ignore -r ignore -o /dev/null "$ZONE" "$FILE"',
    note: 'reads only: it has no database',
  },
];
