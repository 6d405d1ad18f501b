/** How does a zone file become records for a draft? */

import { type RecordBatch, RecordBatcher } from '../store/record-batch.js';
import { readZoneFile } from '../zonefile/reader.js';
import type { ZoneFileError } from '../zonefile/zone-file-error.js';
import type { ShownProblem } from './problems.js';
import { includesOf, readChunks } from './zone-source.js';

/** A piece of a zone file. */
export interface ZoneFilePiece {
  readonly batch: RecordBatch;
  readonly problems: readonly ShownProblem[];
  /** Of the file, read since the piece before. */
  readonly bytes: number;
  /** The first record of the file, in the first piece that has one. */
  readonly first: { readonly name: string; readonly type: string } | undefined;
}

/** A guess: some hundred records, so that a piece is worth a message between threads. */
const PIECE_LENGTH = 64 * 1024;

/** The file piece by piece. Throws what open(2) and read(2) throw. */
export function* readPieces(file: string, origin: string | undefined): Generator<ZoneFilePiece> {
  const batcher = new RecordBatcher();
  let problems: ShownProblem[] = [];
  let bytes = 0;
  let first: ZoneFilePiece['first'];
  const report = (severity: ShownProblem['severity']) => (error: ZoneFileError) => {
    const { code, reason, line, column } = error;
    const message = code === 'NO_ORIGIN' ? `${reason}, or give --zone NAME` : reason;
    problems.push({ severity, code, message, place: { file: error.file, line, column } });
  };
  const chunks = readChunks(file, (read) => {
    bytes += read;
  });
  const take = (): ZoneFilePiece => {
    const piece = { batch: batcher.take(), problems, bytes, first };
    problems = [];
    bytes = 0;
    first = undefined;
    return piece;
  };
  let isFirst = true;
  for (const record of readZoneFile(chunks, {
    file,
    ...(origin !== undefined && { origin }),
    include: includesOf(file),
    onError: report('error'),
    onWarning: report('warning'),
  })) {
    if (isFirst) first = { name: record.name, type: record.type };
    isFirst = false;
    batcher.add(record);
    if (batcher.length >= PIECE_LENGTH) yield take();
  }
  yield take();
}
