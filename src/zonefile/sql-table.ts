/** Which rows does a table have, as the programs of a database print it? */

import { csvFields, joinQuotedRows, readRows, type TextRow, tableError } from './delimited-text.js';
import type { PowerDnsRow } from './powerdns-row.js';

/** A row of the table, and where it stands. */
export interface SqlTableRow extends PowerDnsRow {
  /** The name of the zone, if a column has it. */
  readonly zone: string | undefined;
  /** What is the same in all rows of one zone: its name or its number. Empty if no column has either. */
  readonly zoneKey: string;
  readonly line: number;
}

export interface SqlTableOptions {
  /** For messages. */
  readonly file: string;
  /** Tab-separated fields stand as they are in the database (mysql --raw, psql --no-align), without escapes. */
  readonly isRaw?: boolean;
}

/** The columns that count, by what people call them. */
const COLUMNS: Readonly<Record<string, Column>> = {
  zone: 'zone',
  zone_name: 'zone',
  domain: 'zone',
  domain_name: 'zone',
  domain_id: 'zoneId',
  zone_id: 'zoneId',
  name: 'name',
  type: 'type',
  content: 'content',
  ttl: 'ttl',
  prio: 'prio',
  priority: 'prio',
  disabled: 'disabled',
};
type Column = 'zone' | 'zoneId' | keyof PowerDnsRow;

/** Where the word NULL is no text that somebody may have meant. */
const NULLABLE: ReadonlySet<Column> = new Set(['type', 'ttl', 'prio', 'disabled']);

const QUERY =
  'SELECT d.name AS zone, r.name, r.type, r.content, r.ttl, r.prio, r.disabled FROM records r JOIN domains d ON d.id = r.domain_id ORDER BY d.id';

/**
 * Reads what `mysql --batch`, `psql --csv` and their like print: a line that names the columns, then a row a line. Columns
 * are parted by tabs (with the escapes of mysql and of COPY) or by commas (with quotes, RFC 4180). Throws ZoneFileError.
 */
export function* readSqlTable(
  input: Iterable<Buffer>,
  { file, isRaw = false }: SqlTableOptions,
): Generator<SqlTableRow> {
  const lines = readRows(input, file);
  const { value: header, done } = lines.next();
  if (done) throw tableError(file, 1, `there is nothing here: print the table with ${QUERY}`);
  const isTabbed = header.text.includes('\t');
  const split = isTabbed ? (isRaw ? rawFields : escapedFields) : csvFields;
  const columns = columnsOf(split(header.text), file);
  const rows = { [Symbol.iterator]: () => lines };
  for (const row of isTabbed ? rows : joinQuotedRows(rows, file)) {
    if (row.text === '' || isFooter(row)) continue;
    const fields = split(row.text);
    if (fields === undefined) throw tableError(file, row.line, faultOf(row.text, isTabbed));
    if (fields.length !== columns.length) {
      const reason = `${fields.length} columns where the first line names ${columns.length}: is the text of one query, and whole?`;
      throw tableError(file, row.line, reason);
    }
    yield tableRow(columns, fields, row.line);
  }
}

function columnsOf(names: readonly string[] | undefined, file: string): (Column | undefined)[] {
  const columns = names?.map((name) => COLUMNS[name.trim().toLowerCase()]) ?? [];
  const missing = (['name', 'type', 'content', 'ttl'] as const).filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    const reason = `the first line must name the columns, parted by tabs or commas, and ${missing.join(', ')} is missing: ${QUERY}`;
    throw tableError(file, 1, reason);
  }
  const twice = columns.find((column, at) => column !== undefined && columns.indexOf(column) !== at);
  if (twice === undefined) return columns;
  throw tableError(file, 1, `two columns are a ${twice}: name each one once (${QUERY})`);
}

function tableRow(
  columns: readonly (Column | undefined)[],
  fields: readonly string[],
  line: number,
): SqlTableRow {
  const row: Record<keyof PowerDnsRow, string> & { zone?: string; zoneId?: string } = {
    name: '',
    type: '',
    content: '',
    ttl: '',
    prio: '',
    disabled: '0',
  };
  for (const [at, column] of columns.entries()) {
    if (column !== undefined) row[column] = NULLABLE.has(column) && fields[at] === 'NULL' ? '' : fields[at]!;
  }
  const { zone, zoneId, ...record } = row;
  return { ...record, zone, zoneKey: zone?.toLowerCase() ?? zoneId ?? '', line };
}

/** psql counts its rows at the end. */
function isFooter({ text }: TextRow): boolean {
  return /^\(\d+ rows?\)$/.test(text);
}

function rawFields(text: string): string[] {
  return text.split('\t');
}

/** Undefined if something is escaped that never is. `\N` is NULL. */
function escapedFields(text: string): string[] | undefined {
  const fields = text.split('\t');
  if (!text.includes('\\')) return fields;
  if (wrongEscape(text) !== undefined) return undefined;
  return fields.map((field) =>
    field === '\\N' ? '' : field.replace(/\\(.)/g, (_, char) => ESCAPES[char] ?? char),
  );
}

/** A zero byte before two digits is more likely what DNS means by `\009`. */
function wrongEscape(text: string): string | undefined {
  const escapes = text.match(/\\(?:0\d\d|.|$)/g) ?? [];
  return escapes.find((escaped) => !/^\\[0bfnrtv\\N]$/.test(escaped));
}

/** https://dev.mysql.com/doc/refman/8.0/en/mysql-command-options.html (--raw); PostgreSQL: COPY, Text Format. */
const ESCAPES: Readonly<Record<string, string>> = {
  0: '\0',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function faultOf(text: string, isTabbed: boolean): string {
  if (!isTabbed) return 'a quote within a field: is this comma-separated text, as psql --csv prints it?';
  return `'${wrongEscape(text)}' is no escape of mysql --batch or COPY: if the text was printed as it is (mysql --raw, psql -A), give --raw`;
}
