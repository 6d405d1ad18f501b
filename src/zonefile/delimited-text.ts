/** How does a text in columns split into rows and fields? */

import { ZoneFileError } from './zone-file-error.js';

/** A row and the number of its first line, counted from 1. Characters are bytes. */
export interface TextRow {
  readonly line: number;
  readonly text: string;
}

/** A guess: longer than any record, far smaller than memory. */
const MAX_ROW_BYTES = 1024 * 1024;

/** The lines of a text without their ends. Throws BAD_TABLE if the last has none: it may have been cut anywhere. */
export function* readRows(input: Iterable<Buffer>, file: string): Generator<TextRow> {
  let line = 1;
  let rest = '';
  for (const chunk of input) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!;
    for (const text of lines) yield { line: line++, text: text.endsWith('\r') ? text.slice(0, -1) : text };
    checkLength(rest, file, line);
  }
  if (rest !== '') throw tableError(file, line, 'no newline after this: it was cut off, write it again');
}

/** The same where a line end within quotes belongs to its field. Throws BAD_TABLE for a quote that is never closed. */
export function* joinQuotedRows(rows: Iterable<TextRow>, file: string): Generator<TextRow> {
  let open: TextRow | undefined;
  for (const { line, text } of rows) {
    const isQuote = hasOddQuotes(text);
    const row: TextRow =
      open === undefined ? { line, text } : { line: open.line, text: `${open.text}\n${text}` };
    if (isQuote !== (open !== undefined)) {
      checkLength(row.text, file, row.line);
      open = row;
      continue;
    }
    open = undefined;
    yield row;
  }
  if (open !== undefined)
    throw tableError(file, open.line, 'a quote here is never closed: was the text cut off?');
}

/** The fields of a row of comma-separated values (RFC 4180); undefined if a quote stands where none can. */
export function csvFields(text: string): string[] | undefined {
  if (!/^(?:(?:^|,)(?:"(?:[^"]|"")*"|[^",]*))+$/.test(text)) return undefined;
  return [...`,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );
}

/** A fault of a table, by its line. */
export function tableError(file: string, line: number, reason: string): ZoneFileError {
  return new ZoneFileError('BAD_TABLE', reason, { file, line, column: 1 });
}

function checkLength(text: string, file: string, line: number): void {
  if (text.length <= MAX_ROW_BYTES) return;
  const reason = `this row is longer than ${MAX_ROW_BYTES} bytes: is this a table of records, and is every quote closed?`;
  throw tableError(file, line, reason);
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}
