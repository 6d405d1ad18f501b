/** How do tests of the store start the program? */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type BetterSqlite3 from 'better-sqlite3';
import { openReader } from '../../src/store/reader.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

export const pdnsPipe = fileURLToPath(new URL('../../../bin/pdns-pipe', import.meta.url));

/** Writes a zone file for big.example, each of whose hosts says `generation`, and nothing but it. */
export function writeGeneration(file: string, hosts: number, generation: number): void {
  const head = `$TTL 60\n$ORIGIN big.example.\n@ SOA ns.example.net. h ${generation} 1 1 1 1\n@ NS ns.example.net.\n`;
  // In no order, as real files are: 7919 is a prime number.
  const lines = Array.from({ length: hosts }, (_, at) => `host${(at * 7919) % hosts} TXT "${generation}"\n`);
  writeFileSync(file, head + lines.join(''));
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program ended, and what it had said. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const [[status], stdout, stderr] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout!),
    text(child.stderr!),
  ]);
  return { status, stdout, stderr };
}

export function startImport(db: string, ...files: string[]): ChildProcess {
  return spawn(pdnsPipe, ['import', '--db', db, ...files], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** How often each TXT content stands in the zone of id 1, as a reader that has just come sees it. */
export function storedContents(db: string): Map<string, number> {
  const reader = openReader(db);
  const counts = new Map<string, number>();
  for (const { qtype, content } of reader.transfer({ tag: 'AXFR', zoneId: 1 }))
    if (qtype === 'TXT') counts.set(content, (counts.get(content) ?? 0) + 1);
  reader.close();
  return counts;
}

/** What `PRAGMA integrity_check` says: `ok`. */
export function integrityOf(db: string): unknown {
  const database = new Sqlite(db, { readonly: true });
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}
