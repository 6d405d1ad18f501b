/** What does a source say of a zone, and which records does it give? */

import { Drafts } from '../../../src/cli/drafts.js';
import type { SourcedZone } from '../../../src/cli/import-zone.js';
import type { Draft } from '../../../src/store/draft.js';

export interface ReadZone {
  readonly label: string;
  readonly zoneName: string | undefined;
  /** As `key type ttl content`, in the order of the keys. */
  readonly records: readonly string[];
  /** As `severity code: message`, with `line: ` in front if a line is known. */
  readonly problems: readonly string[];
}

/** The zones one after the other, as a source wants them to be read. */
export async function readAll(zones: Iterable<SourcedZone>): Promise<ReadZone[]> {
  const drafts = new Drafts();
  const all: ReadZone[] = [];
  try {
    for (const zone of zones) all.push(await readSourced(zone, drafts));
  } finally {
    await drafts.close();
  }
  return all;
}

async function readSourced(zone: SourcedZone, drafts: Drafts): Promise<ReadZone> {
  const problems: string[] = [];
  const { drafted, zoneName } = await zone.read(drafts, {
    report: ({ severity, code, message, place }) => {
      const at = place === undefined ? '' : `${place.line}: `;
      problems.push(`${at}${severity} ${code}: ${message}`);
    },
    advance: () => {},
  });
  const records = [...(drafted as Draft).owners()].flatMap(({ name, lines }) =>
    lines === '' ? [] : lines.split('\n').map((line) => `${name} ${line}`),
  );
  return { label: zone.label, zoneName, records, problems };
}
