/** How do zones come into a database of PowerDNS's own, and in which forms do they come out of it? */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { systemEnv } from './system-programs.js';
import type { ZoneFile } from './zone-files.js';

/** What the Debian package of the backend brings. */
const SCHEMA = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';

/** An empty database in `folder`: its file, and settings for PowerDNS to answer from it. */
export function createGsqlite3(folder: string): { file: string; settings: Record<string, string> } {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'pdns.sqlite3');
  new Sqlite(file).exec(readFileSync(SCHEMA, 'utf8')).close();
  return { file, settings: { launch: 'gsqlite3', 'gsqlite3-database': file } };
}

/** Fills a database in `folder` by `pdnsutil load-zone`. */
export function loadGsqlite3(folder: string, zones: readonly ZoneFile[]): string {
  const { file, settings } = createGsqlite3(folder);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, 'pdns.conf'), lines.join(''));
  for (const { zone, file: zoneFile } of zones) {
    const args = [`--config-dir=${folder}`, 'load-zone', zone, zoneFile];
    execFileSync('pdnsutil', args, { env: systemEnv, stdio: ['ignore', 'ignore', 'pipe'] });
  }
  return file;
}

const SELECT = `SELECT d.name AS zone, r.name, r.type, r.content, r.ttl, r.prio, %disabled FROM records r
  JOIN domains d ON d.id = r.domain_id ORDER BY d.id`;

/** The records as `mysql --batch` would print them. */
export function mysqlBatch(file: string): Buffer {
  const database = new Sqlite(file, { readonly: true });
  const rows = database.prepare(SELECT.replace('%disabled', 'r.disabled')).raw().all() as unknown[][];
  database.close();
  const written = (value: unknown) =>
    value === null
      ? 'NULL'
      : String(value).replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n');
  const lines = [['zone', 'name', 'type', 'content', 'ttl', 'prio', 'disabled'], ...rows];
  return Buffer.from(lines.map((fields) => `${fields.map(written).join('\t')}\n`).join(''));
}

/** The records as `psql --csv` would print them. */
export function psqlCsv(file: string): Buffer {
  const select = SELECT.replace('%disabled', "CASE r.disabled WHEN 1 THEN 't' ELSE 'f' END AS disabled");
  return execFileSync('sqlite3', ['-csv', '-header', file, select], { maxBuffer: 1e9 });
}
