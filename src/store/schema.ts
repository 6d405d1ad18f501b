/** What stands in the database? */

import type { Database } from 'better-sqlite3';
import { StoreError } from './store-error.js';

/** `PRAGMA application_id`: says that a file is ours. The letters 'pdnp'. */
export const applicationId = 0x70646e70;
/** `PRAGMA user_version`: says which schema the file has. */
export const schemaVersion = 1;

/**
 * A zone keeps its id when it is replaced, and no id is ever given twice: PowerDNS remembers them.
 *
 * `zone.name` and `node.name` are sort keys (`com example www`), so a zone is one range of nodes. A node is an owner
 * name with all its records, a line each: `auth type ttl content`, the SOA first. A node of no line but its auth flag
 * is an empty non-terminal. The views show the same to people.
 */
const schema = `
CREATE TABLE zone(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE node(
  zone INTEGER NOT NULL, name TEXT NOT NULL, records TEXT NOT NULL, PRIMARY KEY(zone, name)
) WITHOUT ROWID, STRICT;
CREATE VIEW zones(id, name) AS SELECT id, ${presentationName('zone.name')} FROM zone;
CREATE VIEW records(zone, name, type, ttl, content, auth) AS
  WITH line(zone, name, auth, rest) AS (
    SELECT node.zone, node.name, CAST(substr(value, 1, 1) AS INTEGER), substr(value, 3)
    FROM node, json_each(${jsonArray('node.records', 'char(10)')}) WHERE value LIKE '_ %'
  ), typed(zone, name, auth, type, rest) AS (
    SELECT zone, name, auth, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM line
  )
  SELECT ${presentationName('zone.name')}, ${presentationName('typed.name')}, type,
    CAST(substr(rest, 1, instr(rest, ' ') - 1) AS INTEGER), substr(rest, instr(rest, ' ') + 1), auth
  FROM typed JOIN zone ON zone.id = typed.zone;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`;

/** Makes the schema. The file must be empty, and a transaction open. */
export function createSchema(database: Database): void {
  database.exec(schema);
}

/** Throws NOT_OURS or UNKNOWN_VERSION if these are not the marks of a file that this version can read. */
export function checkMarks(application: unknown, version: unknown, path: string): void {
  if (application !== applicationId) {
    throw new StoreError(
      'NOT_OURS',
      `${path} is not a database of pdns-pipe: name another file, or make one with \`pdns-pipe import\``,
    );
  }
  if (version !== schemaVersion) {
    throw new StoreError(
      'UNKNOWN_VERSION',
      `${path} has schema version ${version}, this pdns-pipe knows ${schemaVersion}: use the version that wrote it, ` +
        'or import the zones into a new file',
    );
  }
}

/** SQL for `www.example.com.`, given an expression for `com example www`. */
function presentationName(key: string): string {
  return `(SELECT group_concat(value, '.') || '.' FROM (
    SELECT value FROM json_each(${jsonArray(key, "' '")}) ORDER BY key DESC))`;
}

/** SQL for a JSON array of the parts of a text. It has no control characters, so only two need an escape. */
function jsonArray(text: string, separator: string): string {
  return `'["' || replace(replace(replace(${text}, '\\', '\\\\'), '"', '\\"'), ${separator}, '","') || '"]'`;
}
