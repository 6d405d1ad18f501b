/** Does PowerDNS answer the same whichever way the zones have come into our store? */

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { compareWithBind } from './compare-with-bind.js';
import { loadGsqlite3, mysqlBatch, psqlCsv } from './gsqlite3.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importFrom, importZones } from './product.js';
import { recordsIn } from './stored-records.js';
import { temporaryFolder } from './temporary-folder.js';
import { bindSettings, fixtureZones } from './zone-files.js';

const test = needs(
  'pdns_server',
  'pdnsutil',
  'setpriv',
  'sqlite3',
  'named-compilezone',
  'libbindbackend.so',
  'libpipebackend.so',
  'libgsqlite3backend.so',
);

/** Each way into the database at `db`; `folder` is for whatever it needs. */
const ways: Readonly<Record<string, (t: ExecutionContext, db: string, folder: string) => Promise<void>>> = {
  'from a gsqlite3 file': (_, db, folder) => importFrom(db, ['--from-gsqlite3', gsqlite3File(folder)]),
  'as mysql prints them': (_, db, folder) =>
    importFrom(db, ['--from-table', '-'], mysqlBatch(gsqlite3File(folder))),
  'as psql prints them': (_, db, folder) =>
    importFrom(db, ['--from-table', '-'], psqlCsv(gsqlite3File(folder))),
  'from a directory': (_, db) => importFrom(db, [dirname(fixtureZones[0]!.file)]),
  'from a named.conf': (_, db, folder) =>
    importFrom(db, ['--from-named-conf', bindSettings(folder, fixtureZones)['bind-config']!]),
  'from a name server': async (t, db, folder) => {
    const { port } = await startPdns(t, join(folder, 'primary'), bindSettings(folder, fixtureZones));
    for (const { zone } of fixtureZones)
      await importFrom(db, ['--from-server', `127.0.0.1:${port}`, '--zone', zone]);
  },
};

/** The zones by `pdns-pipe import` of their files. */
let expected: string[] | undefined;

async function recordsOfFiles(folder: string): Promise<string[]> {
  const db = join(folder, 'expected.db');
  await importZones(db, fixtureZones);
  return recordsIn(db);
}

/** The zones by `pdnsutil load-zone`. */
let loaded: Buffer | undefined;

function gsqlite3File(folder: string): string {
  const file = join(folder, 'loaded.sqlite3');
  loaded ??= readFileSync(loadGsqlite3(folder, fixtureZones));
  writeFileSync(file, loaded);
  return file;
}

for (const [way, fill] of Object.entries(ways)) {
  test(`zones that came ${way} are those of the zone files, and are answered as by bind`, async (t) => {
    const folder = temporaryFolder(t);
    expected ??= await recordsOfFiles(folder);
    const filled = join(folder, 'filled.db');
    await fill(t, filled, folder);
    const isTransfer = way === 'from a name server';
    const [are, should] = [recordsIn(filled), expected].map((records) =>
      isTransfer ? records.filter((record) => !notTransferred.test(record)).map(foldNames) : records,
    );
    t.deepEqual(
      {
        missing: should!.filter((record) => !are!.includes(record)),
        tooMany: are!.filter((record) => !should!.includes(record)),
      },
      { missing: [], tooMany: [] },
    );
    await compareWithBind(t, fixtureZones, {
      abi: 5,
      over: ['UDP'],
      fill: async (db) => copyFileSync(filled, db),
      // What the stores hold has been compared: few questions show that it can be asked for.
      isAsked: ({ qname }, index) => index % 32 === 0 && !(isTransfer && spelledOtherwise.test(qname)),
    });
  });
}

/** PowerDNS leaves keys out of the transfer of a zone that it does not sign. */
const notTransferred = / dnskey\.types\.example /i;

/** Whose names or targets have capitals, and keys. */
const spelledOtherwise = /(?:^|\.)(?:names\.example|mixedcase\.chains\.example|dnskey\.types\.example)$/i;

/** PowerDNS compresses names without regard to case: it sends the first spelling for all. */
function foldNames(record: string): string {
  return / (?:CNAME|MX|NS|PTR|SOA) /.test(record) ? record.toLowerCase() : record;
}
