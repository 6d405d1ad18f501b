/** Which zones does the user want imported, and from where? */

import { statSync } from 'node:fs';
import type { Options } from 'yargs';
import type { SourcedZone } from '../import-zone.js';
import { readName } from '../name-argument.js';
import type { ShownProblem } from '../problems.js';
import { UsageError } from '../usage-error.js';
import { sizeOf } from '../zone-source.js';
import { directoryFiles } from './directory-files.js';
import { namedConfFiles } from './named-conf-files.js';
import type { Note } from './note.js';
import { powerDnsZones } from './powerdns-zones.js';
import { readServer, serverZone } from './server-zone.js';
import { sourcedFile } from './sourced-file.js';
import { tableZones } from './table-zones.js';

export interface SourceArguments {
  files?: string[];
  '--'?: string[];
  zone?: string;
  'from-gsqlite3'?: string;
  'from-table'?: string;
  raw: boolean;
  'from-named-conf'?: string;
  'from-server'?: string;
}

const source = (describe: string): Options => ({ type: 'string', requiresArg: true, describe });

export const sourceOptions = {
  zone: source('the name of the zone, and what relative names are relative to until $ORIGIN'),
  'from-gsqlite3': source("zones of PowerDNS's gsqlite3 database; all, or the one of --zone"),
  'from-table': source(
    "PowerDNS's table of records as mysql or psql prints it, with a header; - is standard input",
  ),
  raw: { type: 'boolean', default: false, describe: 'the table has no escapes (mysql --raw)' },
  'from-named-conf': source('the primary and secondary zones of a named.conf'),
  'from-server': source('the zone of --zone from a name server, HOST or HOST:PORT, by transfer (AXFR)'),
} satisfies Record<string, Options>;

/** Told what is worth telling of a source as a whole. */
export interface SourceListener {
  readonly note: Note;
  report(problem: ShownProblem): void;
  advance(bytes: number): void;
}

/** The zones that the arguments mean, one after the other. Throws UsageError, and what opening a source throws. */
export function importSources(
  argv: SourceArguments,
  { note, report, advance }: SourceListener,
): Iterable<SourcedZone> {
  const files = filesOf(argv);
  const kinds = (['from-gsqlite3', 'from-table', 'from-named-conf', 'from-server'] as const).filter(
    (kind) => argv[kind] !== undefined,
  );
  const [kind] = kinds;
  if (kind === undefined && files.length === 0)
    throw new UsageError('import what? Give one zone file or more, or - for standard input');
  if (kinds.length + Math.min(files.length, 1) > 1)
    throw new UsageError('import from where? Give either files or one of the --from options');
  if (argv.raw && kind !== 'from-table') throw new UsageError('--raw goes with --from-table');
  const zoneName = argv.zone === undefined ? undefined : readName('--zone', argv.zone);
  switch (kind) {
    case 'from-gsqlite3':
      return powerDnsZones(argv[kind]!, note, zoneName);
    case 'from-server':
      if (zoneName === undefined) throw new UsageError('which zone? Give --zone NAME with --from-server');
      return [serverZone(readServer('--from-server', argv[kind]!), zoneName)];
    case undefined:
      return zoneFiles(files, zoneName, note);
  }
  if (zoneName !== undefined)
    throw new UsageError(`--zone can't be given with --${kind}, which names its zones`);
  return kind === 'from-table'
    ? tableZones(argv[kind]!, { isRaw: argv.raw, note, onBytes: advance })
    : namedConfFiles(argv[kind]!, report, note);
}

/** Bytes that will be told to `advance`, as far as that is known. */
export function sourceBytes(argv: SourceArguments): number {
  const table = argv['from-table'];
  return [...filesOf(argv), ...(table === undefined ? [] : [table])].reduce(
    (sum, file) => sum + sizeOf(file),
    0,
  );
}

function filesOf(argv: SourceArguments): string[] {
  return [...(argv.files ?? []), ...(argv['--'] ?? [])];
}

function zoneFiles(files: readonly string[], zoneName: string | undefined, note: Note): SourcedZone[] {
  if (zoneName === undefined)
    return files.flatMap((file) =>
      isDirectory(file) ? directoryFiles(file, note) : [sourcedFile({ file })],
    );
  if (files.length > 1 || isDirectory(files[0]!))
    throw new UsageError('--zone names one zone: give one file with it');
  return [sourcedFile({ file: files[0]!, zoneName })];
}

/** What can't be looked at is left to reading it, which says why. */
function isDirectory(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
