import { copyFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import type { Data } from '../../src/protocol/reply.js';
import { openReader } from '../../src/store/reader.js';
import { StoreError } from '../../src/store/store-error.js';
import { openWriter } from '../../src/store/writer.js';
import { exampleZone, records, soa, writeHosts } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

/** A transfer of a zone of 12 records, of which the first has come. */
function beginTransfer(t: ExecutionContext<unknown>, path: string): Generator<Data> {
  const transfer = openReader(path).transfer({ tag: 'AXFR', zoneId: 1 }) as Generator<Data>;
  t.is(transfer.next().value.qtype, 'SOA');
  return transfer;
}

const failsTransfer = test.macro((t, change: (path: string, other: string) => void) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'records.db');
  const other = join(folder, 'other.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  writer.close();
  writeHosts(other, '192.0.2.2', 3000);
  const transfer = beginTransfer(t, path);
  change(path, other);
  const error = t.throws(() => [...transfer], { instanceOf: StoreError });
  t.is(error?.code, 'REPLACED');
  t.true(error?.message.startsWith(`${path} was replaced or written over while it was read`));
});

test('a transfer during which the file is replaced ends with an error', failsTransfer, (path, other) =>
  renameSync(other, path),
);
test('a transfer during which the file is written over ends with an error', failsTransfer, (path, other) =>
  copyFileSync(other, path),
);
test('a transfer during which the file is cut off ends with an error', failsTransfer, (path) =>
  truncateSync(path, statSync(path).size - 4096),
);
test('a transfer during which the file is deleted ends with an error', failsTransfer, (path) => rmSync(path));

test('a transfer during which the write-ahead log is folded in is whole', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', exampleZone);
  const hosts = Array.from({ length: 3000 }, (_, at) => `host${at}.example.net 60 A 192.0.2.1`);
  writer.replaceZone('example.net', records(`example.net 60 SOA ${soa}`, ...hosts));
  const transfer = beginTransfer(t, path);
  writer.replaceZone('example.com', records(`example.com 60 SOA ${soa}`));
  const before = statSync(path);
  const other = new Sqlite(path);
  other.exec('SELECT 1 FROM zone; PRAGMA wal_checkpoint(PASSIVE)');
  other.close();
  t.not(statSync(path).mtimeMs, before.mtimeMs, 'the file was written');
  t.is([...transfer].length, 11);
  writer.close();
});

test('a transfer during which a log that was empty is written is whole', (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const first = openWriter(path);
  first.replaceZone('example.com', exampleZone);
  t.is(first.close(), 0);
  const transfer = beginTransfer(t, path);
  const second = openWriter(path);
  second.replaceZone('example.com', records(`example.com 60 SOA ${soa}`));
  second.close();
  t.is([...transfer].length, 11);
});
