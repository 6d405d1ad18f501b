/** What does BIND's named-compilezone make of a zone file? */

import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { formatName, isWithin } from '../../src/dns/names.js';
import { readZoneFile, type ZoneRecord } from '../../src/zonefile/reader.js';
import type { ZoneFileError } from '../../src/zonefile/zone-file-error.js';

/** Every check that looks at more than the file is off. */
const CHECKS = ['-k', '-i', '-n', '-m', '-M', '-S', '-T', '-W', '-r'];

/** Undefined if it is not installed. */
export function namedVersion(): string | undefined {
  const { stdout } = spawnSync('named-compilezone', ['-v'], { encoding: 'latin1' });
  return stdout?.trim() || undefined;
}

/** The canonical form of a zone file, or why it was refused. `text` is read in place of a file if there is no `file`. */
export function compileZone(
  input: { file: string } | { text: string },
  directory: string,
  zoneName = 'example.com',
): Promise<string> {
  const checks = CHECKS.flatMap((check) => [check, check === '-i' ? 'none' : 'ignore']);
  const source = 'file' in input ? input.file : '-';
  const args = [...checks, '-s', 'full', '-o', '-', zoneName, source];
  return new Promise((resolve, reject) => {
    const child = execFile(
      'named-compilezone',
      args,
      { cwd: directory, encoding: 'latin1' },
      (error, stdout, stderr) => {
        if (typeof error?.code === 'string') reject(error);
        resolve(error === null ? stdout : `refused: ${stderr}`);
      },
    );
    if ('text' in input) child.stdin?.end(input.text, 'latin1');
  });
}

/** What our reader makes of a file. */
export interface Reading {
  readonly records: readonly ZoneRecord[];
  readonly errors: readonly ZoneFileError[];
  /** `owner TYPE` of the rrsets with more than one TTL: which of them named takes depends on how it cuts its input. */
  readonly mixedTtls: ReadonlySet<string>;
}

/** Reads a file with our reader. */
export function readFile(file: string, directory: string, bytesAtATime = 65536): Reading {
  const errors: ZoneFileError[] = [];
  const reader = readZoneFile(slices(join(directory, file), bytesAtATime), {
    file,
    origin: 'example.com',
    include: (path, from) => ({
      file: path,
      input: slices(normalize(join(directory, dirname(from), path)), bytesAtATime),
    }),
    onError: (error) => errors.push(error),
  });
  const records = [...reader];
  const ttls = new Map<string, number>();
  const mixedTtls = new Set<string>();
  for (const { name, ttl, type } of records) {
    const rrset = `${formatName(name).toLowerCase()} ${type}`;
    if (ttls.has(rrset) && ttls.get(rrset) !== ttl) mixedTtls.add(rrset);
    ttls.set(rrset, ttl);
  }
  return { records, errors, mixedTtls };
}

/** What named makes of what we read: the file's canonical form, so that texts can be compared. */
export async function compileReading({ records, errors }: Reading, directory: string): Promise<string> {
  if (errors.length > 0) return `refused: ${errors.map(({ message }) => message).join('\n')}`;
  const lines = records.map(
    ({ name, ttl, type, content }) => `${formatName(name)} ${ttl} IN ${type} ${content}\n`,
  );
  return compileZone({ text: lines.join('') }, directory);
}

/** The lines of a canonical form, `owner TTL type content` with single blanks, in an order of their own, without the TTLs of some rrsets. */
export function linesOf(canonical: string, mixedTtls: ReadonlySet<string>): string[] {
  const lines = canonical.match(/[^\n]+/g) ?? [];
  return sortedLines(
    lines.map((line) => /^(\S+)\s+(\d+)\s+IN\s+(\S+)\s+(.*)$/s.exec(line)?.slice(1) ?? [line, '', '', '']),
    mixedTtls,
  );
}

/**
 * The lines that named would write for these records, or others: it keeps one of several equal records, and writes some
 * types in another form. Where they are the same, its own run over our records can be spared.
 */
export function expectedLines({ records, mixedTtls }: Reading): string[] {
  const fields = records
    .filter(({ name }) => isWithin(name, 'example.com'))
    .map(({ name, ttl, type, content }) => [
      formatName(name),
      String(ttl),
      type,
      asNamedWrites(type, content),
    ]);
  return [...new Set(sortedLines(fields, mixedTtls))];
}

function sortedLines(fields: readonly string[][], mixedTtls: ReadonlySet<string>): string[] {
  return fields
    .map(([owner, ttl, type, content]) => {
      const isMixed = mixedTtls.has(`${owner!.toLowerCase()} ${type}`);
      return `${owner} ${isMixed ? '*' : ttl} ${type} ${content}`;
    })
    .sort();
}

/** Digests and unknown contents are in capitals, and cut into words of 56 digits. */
function asNamedWrites(type: string, content: string): string {
  if (!/^(?:DLV|SSHFP|TLSA)$/.test(type) && !content.startsWith('\\#')) return content;
  return content.replace(/[0-9a-f]+$/, (hex) => hex.toUpperCase().replace(/.{56}(?=.)/g, '$& '));
}

function* slices(path: string, bytesAtATime: number): Generator<Buffer> {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += bytesAtATime) yield bytes.subarray(at, at + bytesAtATime);
}
