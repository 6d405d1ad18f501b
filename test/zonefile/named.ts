/** What does BIND's named-compilezone make of a zone file? */

import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readZoneFile } from '../../src/zonefile/reader.js';

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
  /** In the canonical form that named has for it, so that texts can be compared. */
  readonly canonical: string;
  /** `owner TYPE` of the rrsets with more than one TTL: which of them named takes depends on how it cuts its input. */
  readonly mixedTtls: ReadonlySet<string>;
}

/** Reads a file with our reader. */
export async function compileZoneAsRead(
  file: string,
  directory: string,
  bytesAtATime = 65536,
): Promise<Reading> {
  const errors: string[] = [];
  const records = readZoneFile(slices(join(directory, file), bytesAtATime), {
    file,
    origin: 'example.com',
    include: (path, from) => ({
      file: path,
      input: slices(normalize(join(directory, dirname(from), path)), bytesAtATime),
    }),
    onError: (error) => errors.push(error.message),
  });
  let text = '';
  const ttls = new Map<string, number>();
  const mixedTtls = new Set<string>();
  for (const { name, ttl, type, content } of records) {
    const owner = absolute(name);
    text += `${owner} ${ttl} IN ${type} ${content}\n`;
    const rrset = `${owner.toLowerCase()} ${type}`;
    if (ttls.has(rrset) && ttls.get(rrset) !== ttl) mixedTtls.add(rrset);
    ttls.set(rrset, ttl);
  }
  const canonical =
    errors.length > 0 ? `refused: ${errors.join('\n')}` : await compileZone({ text }, directory);
  return { canonical, mixedTtls };
}

/** A canonical form without the TTLs of some rrsets. */
export function withoutTtls(canonical: string, rrsets: ReadonlySet<string>): string {
  return canonical.replace(
    /^(\S+)\s+(\d+)\s+IN\s+(\S+)\s+/gm,
    (_, owner: string, ttl: string, type: string) => {
      return `${owner} ${rrsets.has(`${owner.toLowerCase()} ${type}`) ? '*' : ttl} IN ${type} `;
    },
  );
}

/** Our names have no final dot and leave alone what only a zone file must escape. */
function absolute(name: string): string {
  return name === '.'
    ? name
    : `${name.replace(/\\.|[\x22$();@]/g, (char) => (char.length === 1 ? `\\${char}` : char))}.`;
}

function* slices(path: string, bytesAtATime: number): Generator<Buffer> {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += bytesAtATime) yield bytes.subarray(at, at + bytesAtATime);
}
