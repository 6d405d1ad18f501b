/** What has a zone to say about one name? */

/** A record whose owner is known from where it stands. */
export interface OwnedRecord {
  readonly type: string;
  /** Seconds. */
  readonly ttl: number;
  readonly content: string;
}

/**
 * A name and all its records as text, which is what most of them stay from the draft to the row: one line each,
 * `type ttl content`. `name` is a sort key.
 */
export interface Owner {
  readonly name: string;
  readonly lines: string;
}

/** The line of a record. */
export function formatLine({ type, ttl, content }: OwnedRecord): string {
  return `${type} ${ttl} ${content}`;
}

/** The records of lines. */
export function parseLines(lines: string): OwnedRecord[] {
  return lines.split('\n').map(parseLine);
}

function parseLine(line: string): OwnedRecord {
  const typeEnd = line.indexOf(' ');
  const ttlEnd = line.indexOf(' ', typeEnd + 1);
  return {
    type: line.slice(0, typeEnd),
    ttl: Number(line.slice(typeEnd + 1, ttlEnd)),
    content: line.slice(ttlEnd + 1),
  };
}

/** Whether one of the lines is a record of that type. */
export function hasType(lines: string, type: string): boolean {
  return lines.startsWith(`${type} `) || lines.includes(`\n${type} `);
}

/** How many lines there are; the empty text has none. */
export function countLines(lines: string): number {
  let count = lines === '' ? 0 : 1;
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) count += 1;
  return count;
}
