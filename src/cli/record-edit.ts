/** How are the records of one name changed, and what is said about it? */

import { isNewerSerial } from '../dns/serial.js';
import type { OwnedRecord } from '../store/owner.js';
import { openStoredZones } from '../store/stored-zones.js';
import { openWriter, type Writer } from '../store/writer.js';
import type { EditArguments } from './record-arguments.js';
import { placeOf, type RecordPlace } from './record-place.js';
import { reportChange } from './record-report.js';

/** The records that a name shall have instead of those it has. */
export type Change = (records: readonly OwnedRecord[]) => readonly OwnedRecord[];

/** Changes the records of NAME by what `changeAt` makes of its place, and prints what that came to. */
export function editRecords(argv: EditArguments, changeAt: (place: RecordPlace) => Change): void {
  const place = findPlace(argv);
  const change = changeAt(place);
  const writer = openWriter(argv.db);
  try {
    const { oldSerial, serial, ...changed } = edit(writer, place, change, argv['bump-serial']);
    const { deleted, added } = changed;
    const sentence =
      deleted.length + added.length > 0
        ? `${deleted.length} deleted, ${added.length} added, serial ${oldSerial} to ${serial}`
        : `nothing to be done, it is so already; serial ${serial}`;
    reportChange({ ...place, ...changed }, sentence, { oldSerial, serial }, argv.json);
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
) {
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
