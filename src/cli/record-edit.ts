/** How are the records of one name changed, and what is said about it? */

import { isNewerSerial } from '../dns/serial.js';
import type { OwnedRecord } from '../store/owner.js';
import { openStoredZones } from '../store/stored-zones.js';
import { openWriter, type Writer } from '../store/writer.js';
import type { EditArguments } from './record-arguments.js';
import { formatRecord } from './record-list.js';
import { placeOf, type RecordPlace } from './record-place.js';

/** The records that a name shall have instead of those it has. */
export type Change = (records: readonly OwnedRecord[]) => readonly OwnedRecord[];

/** What became of a name and its zone. */
interface Edited {
  readonly deleted: readonly OwnedRecord[];
  readonly added: readonly OwnedRecord[];
  readonly oldSerial: number;
  readonly serial: number;
  readonly warnings: readonly string[];
}

/** Changes the records of NAME by what `changeAt` makes of its place, and prints what that came to. */
export function editRecords(argv: EditArguments, changeAt: (place: RecordPlace) => Change): void {
  const place = findPlace(argv);
  const change = changeAt(place);
  const writer = openWriter(argv.db);
  try {
    report(place, edit(writer, place, change, argv['bump-serial']), argv.json);
  } finally {
    writer.close();
  }
}

/** Nothing is open any more when a writer opens the database, and one that is missing is not made. */
function findPlace({ db, name, zone }: EditArguments): RecordPlace {
  const stored = openStoredZones(db);
  try {
    return placeOf(stored, name, zone);
  } finally {
    stored.close();
  }
}

function edit(
  writer: Writer,
  { zoneName, name }: RecordPlace,
  change: Change,
  policy: EditArguments['bump-serial'],
): Edited {
  const warnings: string[] = [];
  return writer.editZone(
    zoneName,
    (zone) => {
      const oldSerial = zone.serial;
      const before = zone.records(name);
      const wanted = change(before);
      if (without(before, wanted).length + without(wanted, before).length > 0) zone.setRecords(name, wanted);
      const after = zone.records(name);
      if (policy !== 'none') zone.bumpSerial(policy);
      const { serial } = zone;
      if (serial !== oldSerial && !isNewerSerial(serial, oldSerial))
        warnings.push(
          `serial ${serial} is not newer than ${oldSerial}: secondaries will not notice; raise it`,
        );
      return { deleted: without(before, after), added: without(after, before), oldSerial, serial, warnings };
    },
    { bumpSerial: 'none', onProblem: ({ message }) => warnings.push(message) },
  );
}

function without(records: readonly OwnedRecord[], others: readonly OwnedRecord[]): OwnedRecord[] {
  return records.filter(
    ({ type, ttl, content }) =>
      !others.some((other) => other.type === type && other.ttl === ttl && other.content === content),
  );
}

function report({ zoneName, name }: RecordPlace, edited: Edited, json: boolean): void {
  const { oldSerial, serial, warnings } = edited;
  const deleted = edited.deleted.map((record) => ({ name, ...record }));
  const added = edited.added.map((record) => ({ name, ...record }));
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ zoneName, deleted, added, oldSerial, serial, warnings }, null, 2)}\n`,
    );
    return;
  }
  const lines = [
    ...deleted.map((record) => `- ${formatRecord(record)}`),
    ...added.map((record) => `+ ${formatRecord(record)}`),
    ...ttlChanges(edited).map((change) => `${name} ${change}`),
    deleted.length + added.length > 0
      ? `${zoneName}: ${deleted.length} deleted, ${added.length} added, serial ${oldSerial} -> ${serial}`
      : `${zoneName}: nothing to be done, it is so already; serial ${serial}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Records that stay but for their TTL, told once for each type. */
function ttlChanges({ deleted, added }: Edited): string[] {
  const changes = added.flatMap(({ type, ttl, content }) => {
    const old = deleted.find((record) => record.type === type && record.content === content);
    return old === undefined ? [] : [`${type}: all of it has TTL ${ttl} now, not ${old.ttl}`];
  });
  return [...new Set(changes)];
}
