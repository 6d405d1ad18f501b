/** Which file does `$INCLUDE` bring in? */

import type { Entry } from './entry.js';

/** A file that was opened for `$INCLUDE`. */
export interface IncludedFile {
  /** Its name for messages. A file must have the same one each time: by it a cycle is found. */
  readonly file: string;
  /** Nothing should be open before the first byte is asked for. */
  readonly input: Iterable<Buffer>;
}

/** Opens the file that `$INCLUDE` names, or throws if it may not be read. */
export type OpenIncluded = (path: string, includedFrom: string) => IncludedFile;

/** A guess: deeper than any real zone goes. */
const MAX_DEPTH = 20;

/** Takes the path and opens it. `files` are those that are being read, the outermost first. */
export function takeIncluded(
  entry: Entry,
  files: readonly string[],
  open: OpenIncluded | undefined,
): IncludedFile {
  const token = entry.take();
  if (token === undefined) throw entry.error('BAD_DIRECTIVE', 'the name of a file is missing here');
  const bytes = token.quoted ? token.text.replaceAll('\\"', '"') : token.text;
  const path = Buffer.from(bytes, 'latin1').toString();
  if (open === undefined) {
    throw entry.error('INCLUDE_FAILED', `'${path}' can't be included here: put its lines into this file`);
  }
  if (files.length > MAX_DEPTH) {
    throw entry.error(
      'INCLUDE_TOO_DEEP',
      `'${path}' is left out: ${MAX_DEPTH} files include each other already`,
    );
  }
  try {
    const { file, input } = open(path, entry.file);
    if (!files.includes(file)) return { file, input: readable(entry, path, input) };
  } catch (error) {
    throw failed(entry, path, error);
  }
  throw entry.error(
    'INCLUDE_CYCLE',
    `'${path}' is being read already: ${files.join(' includes ')}; remove this line`,
  );
}

/** The same bytes; that they can't be read is a fault of the line that includes them. */
function* readable(entry: Entry, path: string, input: Iterable<Buffer>): Generator<Buffer> {
  try {
    yield* input;
  } catch (error) {
    throw failed(entry, path, error);
  }
}

function failed(entry: Entry, path: string, cause: unknown) {
  const why = cause instanceof Error ? cause.message : String(cause);
  return entry.error('INCLUDE_FAILED', `'${path}' can't be read: ${why}`, { cause });
}
