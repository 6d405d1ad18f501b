/** Which zones does a table hold that mysql or psql printed? */

import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseName } from '../../dns/names.js';
import { tableError } from '../../zonefile/delimited-text.js';
import { readSqlTable, type SqlTableRow } from '../../zonefile/sql-table.js';
import type { SourcedZone } from '../import-zone.js';
import { readChunks, STDIN } from '../zone-source.js';
import type { Note } from './note.js';
import { addRows, noteDisabled } from './powerdns-rows.js';

export interface TableOptions {
  /** Fields stand as they are, without escapes. */
  readonly isRaw: boolean;
  readonly note: Note;
  readonly onBytes?: (bytes: number) => void;
}

/**
 * The zones of the table in `file`, in its order. Whether the rows of each stand together is seen first, before any is
 * handed out: half a zone must not take the place of a whole one. Throws ZoneFileError.
 */
export function* tableZones(file: string, { isRaw, note, onBytes }: TableOptions): Generator<SourcedZone> {
  const directory = file === STDIN ? mkdtempSync(join(tmpdir(), 'pdns-pipe-table-')) : undefined;
  try {
    const copy = directory === undefined ? file : copyOf(file, join(directory, 'table'));
    checkOrder(readSqlTable(readChunks(copy), { file, isRaw }), file);
    const rows = readSqlTable(readChunks(copy, onBytes), { file, isRaw });
    let first = rows.next();
    while (!first.done) {
      const zone: ZoneRows = { first: first.value, next: undefined };
      const together = rowsOfZone(rows, zone);
      yield sourced(zone.first, together, file, note);
      for (const _ of together); // Nobody wanted them.
      first = zone.next ?? { done: true, value: undefined };
    }
  } finally {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  }
}

/** A zone's first row, and what came after its last. */
interface ZoneRows {
  readonly first: SqlTableRow;
  next: IteratorResult<SqlTableRow, void> | undefined;
}

function* rowsOfZone(rows: Iterator<SqlTableRow, void>, zone: ZoneRows): Generator<SqlTableRow> {
  yield zone.first;
  for (zone.next = rows.next(); !zone.next.done; zone.next = rows.next()) {
    if (zone.next.value.zoneKey !== zone.first.zoneKey) return;
    yield zone.next.value;
  }
}

function sourced(first: SqlTableRow, rows: Iterable<SqlTableRow>, file: string, note: Note): SourcedZone {
  const { zone, zoneKey } = first;
  const label = zone ?? (zoneKey === '' ? file : `${file} domain_id ${zoneKey}`);
  const placeOf = ({ line }: SqlTableRow) => ({ place: { file, line, column: 1 } });
  return {
    label,
    read: (drafts, { report }) => {
      const drafted = drafts.empty;
      const { apex, disabled } = addRows(rows, placeOf, drafted, report);
      noteDisabled(label, disabled, note);
      if (zone !== undefined) return { drafted, zoneName: parseName(zone) };
      if (apex === undefined) {
        const message = `${label}: there is no SOA, which would name the zone: add it, or print the names of the zones as a column zone`;
        report({ severity: 'error', code: 'NO_SOA', message, ...placeOf(first) });
      }
      return { drafted, zoneName: apex };
    },
  };
}

/** Throws BAD_TABLE if a zone comes again after another one. */
function checkOrder(rows: Iterable<SqlTableRow>, file: string): void {
  const seen = new Set<string>();
  let last: string | undefined;
  for (const { zoneKey, zone, line } of rows) {
    if (zoneKey === last) continue;
    if (seen.has(zoneKey)) {
      const reason = `${zone ?? `domain_id ${zoneKey}`} comes again after another zone: print the table with ORDER BY domain_id`;
      throw tableError(file, line, reason);
    }
    seen.add(zoneKey);
    last = zoneKey;
  }
}

function copyOf(file: string, copy: string): string {
  const fd = openSync(copy, 'wx', 0o600);
  try {
    for (const chunk of readChunks(file))
      for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at);
  } finally {
    closeSync(fd);
  }
  return copy;
}
