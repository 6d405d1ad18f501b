/** What would become of a zone in a database, if it was written? */

import { existsSync } from 'node:fs';
import { sortKey } from '../dns/names.js';
import { openForReading } from './database.js';
import type { DraftedZone } from './drafted-nodes.js';
import { type ReplacedZone, Replacement, type ReplaceOptions } from './replacement.js';
import { explained } from './sqlite-error.js';
import { noZone, ZoneRows } from './zone-rows.js';

/** As `replaceZone` would do it, but nothing is written, and nothing locked. A database that isn't there has no zones. */
export function previewZone(
  path: string,
  zoneName: string,
  drafted: DraftedZone,
  options: ReplaceOptions = {},
): ReplacedZone {
  const apex = sortKey(zoneName);
  if (!existsSync(path)) return preview(new Replacement(apex, drafted, noZone, options));
  return explained(path, () => {
    const database = openForReading(path);
    try {
      database.exec('BEGIN');
      return preview(new Replacement(apex, drafted, new ZoneRows(database).zone(apex), options));
    } finally {
      database.close();
    }
  });
}

function preview(replacement: Replacement): ReplacedZone {
  if (replacement.isWanted) for (const _ of replacement.changes());
  return replacement.result;
}
