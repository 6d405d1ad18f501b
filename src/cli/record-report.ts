/** What does the user learn about a change of records? */

import type { OwnedRecord } from '../store/owner.js';
import { noteDifference } from './difference-lines.js';
import { openProgress } from './progress.js';
import { print } from './standard-output.js';

/** What became of the records of one name. */
export interface ChangedRecords {
  readonly zoneName: string;
  readonly name: string;
  readonly deleted: readonly OwnedRecord[];
  readonly added: readonly OwnedRecord[];
  readonly warnings: readonly string[];
}

/** Prints warnings, each record that went or came, and a sentence at the end; or all of it and `more` as JSON. */
export function reportChange(change: ChangedRecords, sentence: string, more: object, json: boolean): void {
  const { zoneName, name, deleted, added, warnings } = change;
  const progress = openProgress(0);
  for (const warning of warnings) progress.complain(`warning: ${warning}`);
  if (json) {
    const named = (records: readonly OwnedRecord[]) => records.map((record) => ({ name, ...record }));
    const report = { zoneName, deleted: named(deleted), added: named(added), ...more, warnings };
    print(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  noteDifference({ name, deleted, added }, progress);
  for (const text of ttlChanges(change)) progress.note(text);
  progress.note(`${zoneName}: ${sentence}`);
}

/** Records that stay but for their TTL, told once for each type. */
function ttlChanges({ name, deleted, added }: ChangedRecords): Set<string> {
  const changes = added.flatMap(({ type, ttl, content }) => {
    const old = deleted.find((record) => record.type === type && record.content === content);
    return old === undefined ? [] : [`${name} ${type}: the TTL of all of them is ${ttl} now, not ${old.ttl}`];
  });
  return new Set(changes);
}
