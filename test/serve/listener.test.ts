import { chmodSync, existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Client, importZone, start, startListener, testFolder } from './listener-process.js';

const folder = testFolder();
const db = join(folder, 'records.db');
let paths = 0;
const newPath = () => join(folder, `${paths++}.sock`);

test.before(() => importZone(db, '192.0.2.1'));

test('a listener says in one line what it listens on and what it speaks', async (t) => {
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

test('each connection has an ABI version of its own', async (t) => {
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

test('stats are those of all connections', async (t) => {
  const path = newPath();
  await startListener(t, ['--socket', path, '--db', db]);
  const clients = [await Client.open(t, path), await Client.open(t, path)];
  for (const client of clients) await client.address();
  clients[0]!.socket.destroy();
  await clients[1]!.ask('HELO\t5');
  t.regex(await clients[1]!.ask('CMD\tstats'), /^questions 2$/m);
});

test('a listener ends at SIGTERM with status 0 and takes its path away', async (t) => {
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

test('SIGHUP reads the configuration again, and one that is wrong changes nothing', async (t) => {
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
  await Client.open(t, path);
  await logged(/level=debug event=opened/);
});

test('a listener that is relieved serves its connections until they end, and then leaves', async (t) => {
  const path = newPath();
  const first = await startListener(t, ['--socket', path, '--db', db]);
  const old = await Client.open(t, path);
  const second = await startListener(t, ['--linger', '--socket', path, '--db', db]);
  const fresh = await Client.open(t, path);
  t.regex(await first.logged(/event=path-taken-over/), /connections=1/);
  t.is(await old.address(), '192.0.2.1');
  t.is(await fresh.address(), '192.0.2.1');
  t.is(first.child.exitCode, null);
  old.socket.end();
  t.is(await first.ended, 0);
  t.true(lstatSync(path).isSocket(), "the path is the second one's");
  t.is(await (await Client.open(t, path)).address(), '192.0.2.1');
  second.child.kill('SIGTERM');
  t.is(await second.ended, 0);
  t.false(existsSync(path));
});

test('without --linger a listener leaves another its path', async (t) => {
  const path = newPath();
  await startListener(t, ['--socket', path, '--db', db]);
  const second = start(t, 'bin/pdns-pipe', ['listen', '--socket', path, '--db', db, '--workers', '1']);
  t.is(await second.ended, 1);
  t.regex(second.log(), /another process listens on .*--linger/);
  t.is(await (await Client.open(t, path)).address(), '192.0.2.1');
});

test('a path that somebody removed is taken anew', async (t) => {
  const path = newPath();
  const { logged } = await startListener(t, ['--socket', path, '--db', db]);
  rmSync(path);
  await logged(/event=path-gone/);
  for (let waits = 0; waits < 100 && !existsSync(path); waits += 1)
    await new Promise((done) => setTimeout(done, 20));
  t.is(await (await Client.open(t, path)).address(), '192.0.2.1');
});

test('a listener answers while its database is missing, and from it once it is there', async (t) => {
  const [path, late] = [newPath(), join(folder, 'late.db')];
  await startListener(t, ['--socket', path, '--db', late]);
  const client = await Client.open(t, path);
  t.regex(await client.address(), /^LOG\t.*\nFAIL\n$/);
  importZone(late, '192.0.2.3');
  t.is(await client.address(), '192.0.2.3');
  chmodSync(late, 0o600);
});
