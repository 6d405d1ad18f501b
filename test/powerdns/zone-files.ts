/** Which zones do we compare with? The master files, and what BIND's named-compilezone says is in them. */

import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemEnv } from './system-programs.js';

/** Where this checkout stands: test/powerdns is compiled to dist/test/powerdns. */
export const repository = join(import.meta.dirname, '../../..');

/** A master file and the zone in it. */
export interface ZoneFile {
  /** Without a final dot; `.` is the root. */
  readonly zone: string;
  readonly file: string;
}

/** The zones of a folder. The file is named for the zone, root.zone for the root. */
export function zoneFilesIn(folder: string): ZoneFile[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.zone'));
  return files.sort().map((file) => {
    const name = basename(file, '.zone');
    return { zone: name === 'root' ? '.' : name, file: join(folder, file) };
  });
}

/** fixtures/zones, which README's quick start imports. */
export const fixtureZones = zoneFilesIn(join(repository, 'fixtures/zones'));

/** A record as named-compilezone writes it. */
export interface CompiledRecord {
  /** Absolute, without a final dot, BIND's escapes; `.` is the root. */
  readonly name: string;
  readonly ttl: number;
  readonly type: string;
  readonly content: string;
}

/** The records of a zone file. Throws with BIND's message if it doesn't load. */
export function compileZone({ zone, file }: ZoneFile): CompiledRecord[] {
  const checks = ['-k', 'ignore', '-i', 'none', '-s', 'full', '-o', '-'];
  const text = execFileSync('named-compilezone', ['-q', ...checks, zone, file], {
    encoding: 'latin1',
    env: systemEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return text.split('\n').flatMap((line) => {
    const [, name, ttl, type, content] = /^(\S+)\s+(\d+) IN (\S+)\s+(.*)$/.exec(line) ?? [];
    if (!name) return [];
    return [{ name: name.replace(/(?<=.)\.$/, ''), ttl: Number(ttl), type: type!, content: content! }];
  });
}

/** Settings for PowerDNS's own bind backend to serve these files. Writes its named.conf into `folder`. */
export function bindSettings(folder: string, zones: readonly ZoneFile[]): Record<string, string> {
  const conf = join(folder, 'named.conf');
  const lines = zones.map(({ zone, file }) => `zone "${zone}" { type master; file "${file}"; };\n`);
  writeFileSync(conf, lines.join(''));
  return { launch: 'bind', 'bind-config': conf };
}
