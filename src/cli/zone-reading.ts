/** How does a zone file become a draft? */

import type { Draft } from '../store/draft.js';
import type { ShownProblem } from './problems.js';
import { readPieces } from './zone-file-batches.js';
import { readPiecesInThread } from './zone-file-thread.js';
import { sizeOf } from './zone-source.js';

/** From here on a thread is worth its start (a guess: a second's tenth). */
const LARGE_BYTES = 4_000_000;

/**
 * Reads a zone file into a draft. `origin` is what relative names stand under, in normal form. Returns the name of the
 * zone: the owner of the first record, which must be the SOA unless `zoneName` is given; undefined if there is none.
 */
export async function readZone(
  file: string,
  {
    zoneName,
    origin = zoneName,
  }: { readonly zoneName?: string | undefined; readonly origin?: string | undefined },
  draft: Draft,
  report: (problem: ShownProblem) => void,
  onBytes: (bytes: number) => void,
): Promise<string | undefined> {
  let first: { name: string; type: string } | undefined;
  let hasErrors = false;
  const pieces = sizeOf(file) >= LARGE_BYTES ? readPiecesInThread(file, origin) : readPieces(file, origin);
  for await (const piece of pieces) {
    draft.addBatch(piece.batch);
    first ??= piece.first;
    for (const problem of piece.problems) {
      hasErrors ||= problem.severity === 'error';
      report(problem);
    }
    onBytes(piece.bytes);
  }
  if (zoneName !== undefined || first?.type === 'SOA') return zoneName ?? first!.name;
  const found = first === undefined ? 'there is no record' : `${first.name} ${first.type} comes first`;
  const message = `a zone begins with its SOA, which names it, but ${found}; write one, or give --zone NAME if it comes later`;
  if (!hasErrors) report({ severity: 'error', code: 'NO_SOA', message, place: { file, line: 1, column: 1 } });
  return undefined;
}
