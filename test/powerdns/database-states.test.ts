/** What does PowerDNS say while the database can't be read, and does it recover by itself? */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { formatReply } from './comparison.js';
import { askUdp, transfer } from './dns-client.js';
import type { DnsQuestion } from './dns-message.js';
import { needs } from './needs.js';
import { startPdns } from './pdns-server.js';
import { importZones, pipeSettings } from './product.js';
import { temporaryFolder } from './temporary-folder.js';
import { fixtureZones } from './zone-files.js';

const test = needs('pdns_server', 'setpriv', 'libpipebackend.so', 'sqlite3');

const zones = fixtureZones.filter(({ zone }) => zone !== '.');

/** Names that exist, names that don't, in zones that exist and in one that doesn't; with what is right for them. */
const questions: readonly (DnsQuestion & { right: string })[] = [
  { qname: 'www.example.com', qtype: 'A', right: 'NOERROR' },
  { qname: 'example.com', qtype: 'SOA', right: 'NOERROR' },
  { qname: 'missing.example.com', qtype: 'A', right: 'NXDOMAIN' },
  { qname: 'two.three.ents.example', qtype: 'A', right: 'NOERROR' },
  { qname: 'any.dev.example.com', qtype: 'TXT', right: 'NOERROR' },
  { qname: 'www.elsewhere.test', qtype: 'A', right: 'REFUSED' },
];
/** Often enough to meet every backend thread of PowerDNS. */
const repeated = Array.from({ length: 10 }, () => questions).flat();

type Undo = () => void | Promise<void>;

/** What befalls the file. Each returns how it is repaired. */
const states: Readonly<Record<string, (db: string) => Undo | Promise<Undo>>> = {
  missing(db) {
    const files = withJournals(db);
    for (const file of files) renameSync(file, `${file}.away`);
    return () => {
      for (const file of files) renameSync(`${file}.away`, file);
    };
  },
  'a directory'(db) {
    renameSync(db, `${db}.away`);
    mkdirSync(db);
    return () => {
      rmSync(db, { recursive: true });
      renameSync(`${db}.away`, db);
    };
  },
  'no database at all': (db) => writtenOver(db, () => writeFileSync(db, 'these are notes, not records\n')),
  empty: (db) => writtenOver(db, () => truncateSync(db, 0)),
  'cut in half': (db) => writtenOver(db, () => truncateSync(db, Math.floor(statSync(db).size / 8192) * 4096)),
  'corrupt after its first page'(db) {
    return writtenOver(db, () => {
      const bytes = readFileSync(db);
      writeFileSync(db, bytes.fill(0xa5, 4096));
    });
  },
  async 'locked by another process'(db) {
    const locked = `${db}.locked`;
    copyFileSync(db, locked);
    const holder = spawn('sqlite3', [locked], { stdio: ['pipe', 'pipe', 'inherit'] });
    holder.stdin.write("PRAGMA journal_mode=delete; BEGIN EXCLUSIVE; SELECT 'held';\n");
    while (!`${(await once(holder.stdout, 'data'))[0]}`.includes('held'));
    renameSync(db, `${db}.away`);
    renameSync(locked, db);
    return async () => {
      const end = once(holder, 'exit');
      holder.stdin.end();
      await end;
    };
  },
};

for (const [state, befall] of Object.entries(states)) {
  test(`a database that is ${state} gives SERVFAIL, and is served again once repaired`, async (t) => {
    const folder = temporaryFolder(t);
    const db = join(folder, 'records.db');
    await importZones(db, zones);
    const { port, pid } = await startPdns(t, join(folder, 'pipe'), pipeSettings(db, 4));
    t.deepEqual(await rcodes(port), rightCodes);

    const repair = await befall(db);
    // What was read before may be served for max-staleness.
    await sleep(150);
    t.deepEqual(
      await rcodes(port),
      repeated.map(() => 'SERVFAIL'),
    );
    await t.throwsAsync(transfer(port, 'example.com', 3000));

    await repair();
    await recovers(t, port);
    t.notThrows(() => process.kill(pid, 0));
  });
}

test('PowerDNS starts without a database, says SERVFAIL, and serves it once it has been imported', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'records.db');
  const { port, log } = await startPdns(t, join(folder, 'pipe'), pipeSettings(db, 4));
  t.deepEqual(
    await rcodes(port),
    repeated.map(() => 'SERVFAIL'),
  );
  t.regex(log(), /records\.db: .*make it with `pdns-pipe import`/);
  await importZones(db, zones);
  await recovers(t, port);
});

const rightCodes = repeated.map(({ right }) => right);

/** From repair on an answer is SERVFAIL or right; within a second it is right. */
async function recovers(t: ExecutionContext, port: number): Promise<void> {
  const deadline = Date.now() + 1000;
  for (;;) {
    const codes = await rcodes(port);
    if (codes.every((code, index) => code === rightCodes[index])) return;
    const wrong = codes.filter((code, index) => code !== 'SERVFAIL' && code !== rightCodes[index]);
    t.deepEqual(wrong, []);
    if (Date.now() > deadline) throw new Error(`still ${codes.join(' ')}`);
    await sleep(20);
  }
}

async function rcodes(port: number): Promise<string[]> {
  const replies = await askUdp(port, repeated);
  return replies.map((reply) => reply?.rcode ?? formatReply(reply));
}

/** Writes over the file, in place; the repair puts the old content back as a new file. */
function writtenOver(db: string, write: () => void): Undo {
  copyFileSync(db, `${db}.copy`);
  write();
  return () => renameSync(`${db}.copy`, db);
}

function withJournals(db: string): string[] {
  return [db, `${db}-wal`, `${db}-shm`].filter((file) => statSync(file, { throwIfNoEntry: false }));
}
