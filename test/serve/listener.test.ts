import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { bin, Client, importZone, start, startListener, testFolder } from './listener-process.js';

const folder = testFolder();
const db = join(folder, 'records.db');
let paths = 0;
const newPath = () => join(folder, `${paths++}.sock`);

test.before(() => importZone(db, '192.0.2.1'));

test.serial('a listener says in one line what it listens on and what it speaks', async (t) => {
  const path = newPath();
  const { child, log } = await startListener(t, ['--socket', path, '--db', db]);
  t.true(
    log().includes(
      `event=started listen=${path} version=0.1.0 db=${db} abi=1-5 workers=0 pid=${child.pid}\n`,
    ),
    log(),
  );
  t.is(lstatSync(path).mode & 0o777, 0o660);
});

test.serial('each connection has an ABI version of its own', async (t) => {
  const path = newPath();
  await startListener(t, ['--socket', path, '--db', db, '--mode', '600']);
  t.is(lstatSync(path).mode & 0o777, 0o600);
  const [one, three] = [await Client.open(t, path), await Client.open(t, path)];
  await three.ask('HELO\t3');
  t.is(
    await three.ask('Q\twww.example.com\tIN\tANY\t1\t192.0.2.9\t192.0.2.1\t192.0.2.9/32'),
    'DATA\t0\t1\twww.example.com\tIN\tA\t60\t1\t192.0.2.1\nEND\n',
  );
  t.is(await one.address(), '192.0.2.1');
});

test.serial('stats are those of all connections', async (t) => {
  const path = newPath();
  await startListener(t, ['--socket', path, '--db', db]);
  const clients = [await Client.open(t, path), await Client.open(t, path)];
  for (const client of clients) await client.address();
  clients[0]!.socket.destroy();
  await clients[1]!.ask('HELO\t5');
  t.regex(await clients[1]!.ask('CMD\tstats'), /^questions 2$/m);
});

test.serial('a listener ends at SIGTERM with status 0 and takes its path away', async (t) => {
  const path = newPath();
  const { child, ended, log } = await startListener(t, ['--socket', path, '--db', db]);
  const client = await Client.open(t, path);
  await client.address();
  child.kill('SIGTERM');
  t.is(await ended, 0);
  await client.ended();
  t.false(existsSync(path));
  t.regex(
    log(),
    /event=stopping reason=SIGTERM connections=1\n.*event=stopped connections=1 questions=1 .*\n$/,
  );
});

test.serial('SIGTERM lets an answer in hand come to its end', async (t) => {
  const [path, large, zone] = [newPath(), join(folder, 'large.db'), join(folder, 'large.zone')];
  const hosts = 10_000; // More than a socket holds.
  writeFileSync(
    zone,
    `$ORIGIN large.example.\n@ 60 SOA ns h 1 2 3 4 5\n@ 60 NS ns.example.com.\n$GENERATE 1-${hosts} h$ 60 A 192.0.2.1\n`,
  );
  execFileSync(bin, ['import', '--db', large, zone], { stdio: 'ignore' });
  const { child, ended, logged } = await startListener(t, ['--socket', path, '--db', large]);
  const client = await Client.open(t, path);
  client.socket.pause();
  const asked = client.ask('AXFR\t1');
  await sleep(300);
  child.kill('SIGTERM');
  await logged(/event=stopping/);
  client.socket.resume();
  const answer = await asked;
  t.is(answer.split('\n').length, 1 + 1 + hosts + 1 + 1);
  t.true(answer.endsWith('END\n'));
  t.is(await ended, 0);
});

test.serial('SIGTERM does not wait for a peer that reads nothing', async (t) => {
  const [path, large] = [newPath(), join(folder, 'unread.db')];
  importZone(large, '192.0.2.1');
  const { child, ended } = await startListener(t, ['--socket', path, '--db', large]);
  const client = await Client.open(t, path);
  client.socket.pause();
  for (let at = 0; at < 20_000; at += 1) client.socket.write('Q\twww.example.com\tIN\tANY\t1\t192.0.2.1\n');
  await sleep(500);
  const before = Date.now();
  child.kill('SIGTERM');
  t.is(await ended, 0);
  t.true(Date.now() - before < 20_000, 'two seconds, were the machine not busy');
});

test.serial('SIGHUP reads the configuration again, and one that is wrong changes nothing', async (t) => {
  const [path, config, other] = [newPath(), join(folder, 'listen.json'), join(folder, 'other.db')];
  importZone(other, '192.0.2.2');
  const write = (settings: object) => writeFileSync(config, JSON.stringify(settings));
  write({ db, socket: path });
  const { child, logged } = await startListener(t, ['--config', config]);
  const client = await Client.open(t, path);
  t.is(await client.address(), '192.0.2.1');
  write({ db: other, socket: path, deadline: 'soon' });
  child.kill('SIGHUP');
  t.regex(await logged(/event=not-reloaded/), /level=error .*--deadline takes 1 to 9999999 milliseconds/);
  t.is(await client.address(), '192.0.2.1');
  write({ db: other, socket: path, 'log-level': 'debug' });
  child.kill('SIGHUP');
  await logged(/event=reloaded/);
  t.is(await client.address(), '192.0.2.2');
  const second = await Client.open(t, path);
  await second.address();
  t.regex(await logged(/event=opened/), /level=debug event=opened connection=2$/);
  second.socket.end();
  t.regex(
    await logged(/event=counted/),
    /connection=2 questions=1 transfers=0 commands=0 failures=0 leftOut=0$/,
  );
});

/** What everyone hears who connects from now until a while after `event`. */
async function askUntil(
  t: ExecutionContext<unknown>,
  path: string,
  event: Promise<unknown>,
): Promise<string[]> {
  const addresses: string[] = [];
  let isOver = false;
  event
    .then(() => sleep(300))
    .then(() => {
      isOver = true;
    });
  while (!isOver) {
    const client = await Client.open(t, path);
    addresses.push(await client.address());
    client.socket.end();
    await sleep(5);
  }
  return addresses;
}

test.serial(
  'a listener that is relieved serves its connections until they end, and then leaves',
  async (t) => {
    const path = newPath();
    const first = await startListener(t, ['--socket', path, '--db', db]);
    const old = await Client.open(t, path);
    const asking = askUntil(t, path, first.logged(/event=path-taken-over/));
    const second = await startListener(t, ['--linger', '--socket', path, '--db', db]);
    const fresh = await Client.open(t, path);
    await first.logged(/event=path-taken-over/);
    t.is(await old.address(), '192.0.2.1');
    t.is(await fresh.address(), '192.0.2.1');
    t.deepEqual(new Set(await asking), new Set(['192.0.2.1']));
    t.is(first.child.exitCode, null);
    old.socket.end();
    t.is(await first.ended, 0);
    t.true(lstatSync(path).isSocket(), "the path is the second one's");
    t.is(await (await Client.open(t, path)).address(), '192.0.2.1');
    second.child.kill('SIGTERM');
    t.is(await second.ended, 0);
    t.false(existsSync(path));
  },
);

test.serial('without --linger a listener leaves another its path', async (t) => {
  const path = newPath();
  await startListener(t, ['--socket', path, '--db', db]);
  const second = start(t, bin, ['listen', '--socket', path, '--db', db, '--workers', '1']);
  t.is(await second.ended, 1);
  t.regex(second.log(), /another process listens on .*--linger/);
  t.is(await (await Client.open(t, path)).address(), '192.0.2.1');
});

test.serial('a listener with workers is relieved by one with workers', async (t) => {
  const path = newPath();
  const first = await startListener(t, ['--socket', path, '--db', db, '--workers', '1']);
  const old = await Client.open(t, path);
  const asking = askUntil(t, path, first.logged(/event=path-taken-over/));
  await startListener(t, ['--linger', '--socket', path, '--db', db, '--workers', '2']);
  t.deepEqual(new Set(await asking), new Set(['192.0.2.1']));
  t.is(await old.address(), '192.0.2.1');
  old.socket.end();
  t.is(await first.ended, 0);
});

test.serial('a path in /tmp is warned of', async (t) => {
  const path = '/tmp/pdns-pipe-listener-test/missing.sock';
  const { ended, log } = start(t, bin, ['listen', '--socket', path, '--db', db]);
  t.is(await ended, 1);
  t.regex(
    log(),
    /level=warn event=path-in-tmp .*PowerDNS treats a missing socket as a command.*\/run\/pdns-pipe/,
  );
  t.regex(log(), /can't be listened on: .*make the directory/);
});

test.serial('a path that somebody removed is taken anew', async (t) => {
  const path = newPath();
  const { logged } = await startListener(t, ['--socket', path, '--db', db]);
  rmSync(path);
  await logged(/event=path-gone/);
  for (let waits = 0; waits < 100 && !existsSync(path); waits += 1) await sleep(20);
  t.is(await (await Client.open(t, path)).address(), '192.0.2.1');
});

test.serial('a listener answers while its database is missing, and from it once it is there', async (t) => {
  const [path, late] = [newPath(), join(folder, 'late.db')];
  await startListener(t, ['--socket', path, '--db', late]);
  const client = await Client.open(t, path);
  t.regex(await client.address(), /^LOG\t.*\nFAIL\n$/);
  importZone(late, '192.0.2.3');
  t.is(await client.address(), '192.0.2.3');
});
