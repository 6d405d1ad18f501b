/** How is a zone of the pipe signed? Its keys stand in PowerDNS's own SQLite backend, beside the pipe. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { systemEnv } from './system-programs.js';

/** Debian's pdns-backend-sqlite3 brings it. */
const schemaFile = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

/** Makes the database for keys and returns the settings for it; the pipe's own come on top. */
export function keySettings(file: string): Record<string, string> {
  execFileSync('sqlite3', [file], { input: readFileSync(schemaFile) });
  return {
    'gsqlite3-database': file,
    'gsqlite3-dnssec': 'yes',
    'domain-metadata-cache-ttl': '0',
    'dnssec-key-cache-ttl': '0',
  };
}

/**
 * Signs a zone, live, with NSEC3 narrow: set before the zone is secured, since PowerDNS 4.7 aborts when it has to
 * look for NSEC neighbours in a pipe. `folder` holds pdns.conf.
 */
export function secureZone(folder: string, keys: string, zone: string): void {
  execFileSync('sqlite3', [keys, `INSERT INTO domains(name, type) VALUES('${zone}', 'NATIVE')`]);
  pdnsutil(folder, 'set-nsec3', zone, '1 0 0 -', 'narrow');
  pdnsutil(folder, 'secure-zone', zone);
}

/** The DS records of a signed zone as lines of a zone file. */
export function delegationSigners(folder: string, zone: string): string[] {
  const text = pdnsutil(folder, 'export-zone-ds', zone);
  return text.split('\n').filter((line) => / DS \d+ \d+ 2 /.test(line.replace(/\s+/g, ' ')));
}

/** A file for delv that trusts these DS records. */
export function trustAnchors(signers: readonly string[]): string {
  const anchors = signers.map((line) => {
    const [, zone, tag, algorithm, digestType, digest] =
      /^(\S+)\s+IN\s+DS\s+(\d+)\s+(\d+)\s+(\d+)\s+(\w+)/.exec(line)!;
    return `${zone} static-ds ${tag} ${algorithm} ${digestType} "${digest}";`;
  });
  return `trust-anchors { ${anchors.join(' ')} };\n`;
}

function pdnsutil(folder: string, ...args: string[]): string {
  return execFileSync('pdnsutil', [`--config-dir=${folder}`, ...args], {
    encoding: 'utf8',
    env: systemEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
