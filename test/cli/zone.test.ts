/** Does `pdns-pipe zone` list, add and delete zones as the user says? */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { nameOfMailbox, recordsOfNewZone } from '../../src/cli/zone-soa.js';
import { commandProcess, testFolder } from './run.js';

const folder = testFolder();
const { run, succeed, fail } = commandProcess();
const newDatabase = (name: string) => ['--db', join(folder, `${name}.db`)];

test('zone add makes a zone that can be served, and says what it chose and what is still to be done', (t) => {
  const db = newDatabase('add');
  const { status, stdout, stderr } = run(['zone', 'add', 'Example.com', ...db]);
  t.is(status, 0);
  t.is(
    stdout,
    '+ Example.com. 3600 IN SOA ns1.Example.com. hostmaster.Example.com. 1 10800 3600 604800 3600\n' +
      '+ Example.com. 3600 IN NS ns1.Example.com.\nExample.com: added, zone id 1, serial 1\n',
  );
  t.regex(stderr, /^warning: example\.com NS: ns1\.example\.com has no A or AAAA/);
});

test('zone add takes name servers, mailbox and TTL; zone list shows name, id and serial', (t) => {
  const db = newDatabase('options');
  const servers = ['--ns', 'ns1.example.net', '--ns', 'ns2.example.net.'];
  const added = JSON.parse(
    succeed(t, [
      ...['zone', 'add', 'example.org', ...servers, '--mailbox', 'first.last@example.net', '--ttl', '1d'],
      ...['--json', ...db],
    ]),
  );
  t.deepEqual(added, {
    zoneName: 'example.org',
    deleted: [],
    added: [
      {
        name: 'example.org',
        type: 'SOA',
        ttl: 86400,
        content: 'ns1.example.net. first\\.last.example.net. 1 10800 3600 604800 3600',
      },
      { name: 'example.org', type: 'NS', ttl: 86400, content: 'ns1.example.net.' },
      { name: 'example.org', type: 'NS', ttl: 86400, content: 'ns2.example.net.' },
    ],
    zoneId: 1,
    serial: 1,
    warnings: [],
  });
  succeed(t, ['zone', 'add', 'example.com', '--primary', 'ns.example.net', ...db]);
  t.is(succeed(t, ['zone', 'list', ...db]), 'example.com\t2\t1\nexample.org\t1\t1\n');
  t.deepEqual(JSON.parse(succeed(t, ['zone', 'list', '--json', ...db])), [
    { zoneId: 2, zoneName: 'example.com', serial: 1 },
    { zoneId: 1, zoneName: 'example.org', serial: 1 },
  ]);
});

test('zone add leaves a zone that is there alone, also where it would only add name servers', (t) => {
  const db = newDatabase('exists');
  succeed(t, ['zone', 'add', 'example.com', '--primary', 'a.example.net', ...db]);
  const there = succeed(t, ['record', 'list', ...db]);
  const add = ['zone', 'add', 'EXAMPLE.com', '--primary', 'a.example.net', ...db];
  fail(t, add, 1, /the zone EXAMPLE\.com is there already/);
  fail(t, [...add, '--ns', 'a.example.net', '--ns', 'b.example.net'], 1, /is there already/);
  t.is(succeed(t, ['record', 'list', ...db]), there);
});

test('zone delete says how many records went, and fails for a zone that is not there', (t) => {
  const db = newDatabase('delete');
  succeed(t, ['zone', 'add', 'example.com', '--ns', 'a.example.net', '--ns', 'b.example.net', ...db]);
  fail(t, ['zone', 'delete', 'sub.example.com', ...db], 1, /there is no zone sub\.example\.com/);
  t.is(succeed(t, ['zone', 'delete', 'Example.com', ...db]), 'example.com: deleted, with 3 records\n');
  t.is(succeed(t, ['zone', 'list', '--json', ...db]), '[]\n');
});

test('only zone add makes a database', (t) => {
  const [option, path] = newDatabase('none') as [string, string];
  for (const args of [
    ['zone', 'list'],
    ['zone', 'delete', 'a.test'],
    ['record', 'add', 'a.test', 'A', '1', '::'],
  ]) {
    const isUsage = fail(t, [...args, option, path], 1, /there is no such file/);
    t.is(isUsage, '');
  }
  t.false(existsSync(path));
});

test('what is wrong in the arguments of zone add is wrong usage', (t) => {
  const db = newDatabase('wrong');
  const add = (...args: string[]) => ['zone', 'add', ...args, ...db];
  fail(t, add('example.com', '--ns', 'ns1'), 2, /--ns: .*write ns1\.example\.com, or ns1\. if that is meant/);
  fail(t, add('example..com'), 2, /NAME: .*empty label/);
  fail(t, add('example.com', '--ttl', 'long'), 2, /--ttl: 'long' is not a time/);
  fail(t, ['zone', 'lost', ...db], 2, /no command "zone lost"\nTry: pdns-pipe zone --help/);
});

test('a mailbox with an @ is a name with its dots escaped', (t) => {
  t.is(nameOfMailbox('first.last@example.com'), 'first\\.last.example.com');
  t.is(nameOfMailbox('hostmaster.example.com.'), 'hostmaster.example.com.');
});

test('the root zone can be added too', (t) => {
  t.deepEqual(recordsOfNewZone({ primary: 'a', mailbox: 'b', nameServers: ['a'], ttl: 60 }), [
    { type: 'SOA', ttl: 60, content: 'a. b. 1 10800 3600 604800 3600' },
    { type: 'NS', ttl: 60, content: 'a.' },
  ]);
  succeed(t, ['zone', 'add', '.', ...newDatabase('root')]);
});
