/** Does `pdns-pipe record` list, add, set and delete records as the user says? */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { commandProcess, testFolder } from './run.js';

const folder = testFolder();
const { run, succeed, fail } = commandProcess();

const zones = [
  `$ORIGIN example.com.
$TTL 3600
@ SOA ns1 hostmaster 7 10800 3600 604800 300
@ NS ns1
ns1 A 192.0.2.53
www A 192.0.2.1
text 60 TXT "Case"
sub NS ns.sub
ns.sub A 192.0.2.54
`,
  '$ORIGIN child.example.com.\n$TTL 3600\n@ SOA ns.example.net. h 1 2 3 4 5\n@ NS ns.example.net.\n',
];
const files = zones.map((text, index) => {
  const file = join(folder, `${index}.zone`);
  writeFileSync(file, text);
  return file;
});
let databases = 0;

/** A database of its own with these zones, and what runs `pdns-pipe record` with it. */
function open(t: ExecutionContext<unknown>) {
  const db = ['--db', join(folder, `${databases++}.db`)];
  succeed(t, ['import', ...db, ...files]);
  return {
    db,
    record: (verb: string, ...args: string[]) => succeed(t, ['record', verb, ...db, ...args]),
    wrong: (status: number, because: RegExp, verb: string, ...args: string[]) =>
      fail(t, ['record', verb, ...db, ...args], status, because),
    list: (...args: string[]) => succeed(t, ['record', 'list', ...args, ...db]),
    serial: () => Number(/^example\.com\t\d+\t(\d+)/m.exec(succeed(t, ['zone', 'list', ...db]))![1]),
  };
}

test('record list prints NAME TYPE TTL CONTENT: of a name, a type, a zone, or everything', (t) => {
  const { list } = open(t);
  t.is(list('WWW.example.com'), 'www.example.com\tA\t3600\t192.0.2.1\n');
  t.is(list('--zone', 'example.com', '@', 'ns'), 'example.com\tNS\t3600\tns1.example.com.\n');
  t.is(
    list('--zone', 'child.example.com'),
    'child.example.com\tSOA\t3600\tns.example.net. h.child.example.com. 1 2 3 4 5\n' +
      'child.example.com\tNS\t3600\tns.example.net.\n',
  );
  t.is(list().split('\n').length, 10);
  t.deepEqual(JSON.parse(list('www.example.com', 'A', '--json')), [
    { name: 'www.example.com', type: 'A', ttl: 3600, content: '192.0.2.1' },
  ]);
  t.is(list('none.example.com', '--json'), '[]\n');
});

test('record add joins the rrset, which keeps one TTL, and adds nothing twice', (t) => {
  const { record, list } = open(t);
  t.is(
    record('add', 'www.example.com', 'a', '5m', '192.0.2.1', '192.0.2.2'),
    '- www.example.com. 3600 IN A 192.0.2.1\n+ www.example.com. 300 IN A 192.0.2.1\n' +
      '+ www.example.com. 300 IN A 192.0.2.2\nwww.example.com A: the TTL of all of them is 300 now, not 3600\n' +
      'example.com: 1 deleted, 2 added, serial 7 to 8\n',
  );
  t.is(
    record('add', 'www.example.com', 'A', '300', '192.0.2.2'),
    'example.com: nothing to be done, it is so already; serial 8\n',
  );
  t.is(record('add', 'example.com', 'NS', '3600', 'NS1.example.com').split('; ')[1], 'serial 8\n');
  t.is(list('www.example.com'), 'www.example.com\tA\t300\t192.0.2.1\nwww.example.com\tA\t300\t192.0.2.2\n');
});

test('record set puts records in the place of the rrset, and leaves other types and a rrset that is so alone', (t) => {
  const { record, list } = open(t);
  record('add', 'www.example.com', 'TXT', '60', 'a');
  const set: [string, ...string[]] = [
    'set',
    'www.example.com',
    'A',
    '60',
    '192.0.2.8',
    '192.0.2.9',
    '--json',
  ];
  t.deepEqual(JSON.parse(record(...set)), {
    zoneName: 'example.com',
    deleted: [{ name: 'www.example.com', type: 'A', ttl: 3600, content: '192.0.2.1' }],
    added: [
      { name: 'www.example.com', type: 'A', ttl: 60, content: '192.0.2.8' },
      { name: 'www.example.com', type: 'A', ttl: 60, content: '192.0.2.9' },
    ],
    oldSerial: 8,
    serial: 9,
    warnings: [],
  });
  const again = JSON.parse(record('set', 'www.example.com', 'A', '60', '192.0.2.9', '192.0.2.8', '--json'));
  t.deepEqual([again.deleted, again.added, again.oldSerial, again.serial], [[], [], 9, 9]);
  t.is(list('www.example.com', 'TXT'), 'www.example.com\tTXT\t60\t"a"\n');
});

test('record delete takes a record, an rrset or a name, and fails where nothing is there', (t) => {
  const { record, wrong, list, serial } = open(t);
  record('add', 'www.example.com', 'A', '3600', '192.0.2.2', '192.0.2.3');
  record('add', 'www.example.com', 'TXT', '3600', 'a');
  wrong(
    1,
    /there is no www\.example\.com A 192\.0\.2\.9: /,
    'delete',
    'www.example.com',
    'A',
    '192.0.2.3',
    '192.0.2.9',
  );
  wrong(1, /there is no text\.example\.com TXT "case"/, 'delete', 'text.example.com', 'TXT', 'case');
  t.is(serial(), 9);
  record('delete', 'www.example.com', 'A', '192.0.2.3', '192.0.2.1');
  t.is(list('www.example.com', 'A'), 'www.example.com\tA\t3600\t192.0.2.2\n');
  record('delete', 'www.example.com', 'A');
  t.is(list('www.example.com'), 'www.example.com\tTXT\t3600\t"a"\n');
  record('delete', 'www.example.com');
  wrong(1, /there is no www\.example\.com: /, 'delete', 'www.example.com');
  t.is(serial(), 12);
});

test('the SOA stays, and a zone without NS is warned of', (t) => {
  const { wrong, db } = open(t);
  wrong(1, /the SOA of example\.com stays.*zone delete/, 'delete', 'example.com');
  wrong(1, /the SOA of example\.com stays/, 'delete', 'example.com', 'SOA');
  const { status, stderr } = run(['record', 'delete', 'example.com', 'NS', ...db]);
  t.is(status, 0);
  t.regex(stderr, /^warning: example\.com has no NS record/);
});

test('the zone is the deepest that NAME is in, or that of --zone, to which NAME may be relative', (t) => {
  const { record, wrong, list } = open(t);
  t.regex(
    record('add', 'a.child.example.com.', 'A', '60', '192.0.2.1'),
    /^child\.example\.com: .* serial 1 to 2/m,
  );
  t.regex(
    record('add', 'a.child.example.com', 'A', '60', '192.0.2.1', '--zone', 'example.com'),
    /^example\.com: /m,
  );
  for (const name of ['*', 'one', 'two.Example.COM', 'three.example.com.', '@'])
    record('add', '--zone', 'example.com', name, 'TXT', '60', 'x');
  t.deepEqual(list('--zone', 'example.com').match(/^.*(?=\tTXT\t60\t"x")/gm), [
    'example.com',
    '*.example.com',
    'one.example.com',
    'three.example.com',
    'two.example.com',
  ]);
  wrong(
    1,
    /not in the zone example\.com/,
    'add',
    '--zone',
    'example.com',
    'a.example.net.',
    'A',
    '60',
    '192.0.2.1',
  );
  wrong(1, /there is no zone example\.net/, 'add', '--zone', 'example.net', 'a', 'A', '60', '192.0.2.1');
  wrong(1, /a\.example\.net is in no zone/, 'add', 'a.example.net', 'A', '60', '192.0.2.1');
  wrong(
    1,
    /www is in no zone.*if it is relative name its zone with --zone/,
    'add',
    'www',
    'A',
    '60',
    '192.0.2.1',
  );
  wrong(2, /@ is the name of a zone: say of which with --zone/, 'add', '@', 'A', '60', '192.0.2.1');
});

test('content is taken as people type it', (t) => {
  const { record, list } = open(t);
  record(
    'add',
    'a.example.com',
    'TXT',
    '60',
    'v=spf1 -all',
    '-all',
    '-1',
    '-',
    '"one" "two"',
    '0x10',
    'grün',
    '--',
    '--',
    '-x',
  );
  t.deepEqual(list('a.example.com').match(/(?<=\t60\t).*/g), [
    '"v=spf1 -all"',
    '"-all"',
    '"-1"',
    '"-"',
    '"one" "two"',
    '"0x10"',
    '"gr\\195\\188n"',
    '"--"',
    '"-x"',
  ]);
  record('add', 'b.example.com', 'CAA', '60', '0 issue ca.example.net');
  record('add', 'b.example.com', 'MX', '60', '10 www.example.com', '0 .', '20 mail.');
  t.deepEqual(list('b.example.com').match(/(?<=\t60\t).*/g), [
    '0 issue "ca.example.net"',
    '10 www.example.com.',
    '0 .',
    '20 mail.',
  ]);
  record('add', '--zone', 'example.com', '--', '-dash', 'A', '60', '192.0.2.1');
  record('delete', '-dash.example.com', 'A');
});

test('a NAME, TYPE, TTL or CONTENT that is none is wrong usage', (t) => {
  const { wrong } = open(t);
  const add = (...args: string[]): [string, ...string[]] => ['add', ...args];
  wrong(2, /write mail\.example\.com, or mail\. if/, ...add('example.com', 'MX', '60', '10 mail'));
  wrong(2, /write example\.com for @/, ...add('www.example.com', 'CNAME', '60', '@'));
  wrong(2, /CONTENT: A address: '192\.0\.2\.256'/, ...add('www.example.com', 'A', '60', '192.0.2.256'));
  wrong(2, /CONTENT: unclosed quote in: "ä/, ...add('www.example.com', 'TXT', '60', '"ä'));
  wrong(2, /TTL: '192\.0\.2\.1' is not a time/, ...add('www.example.com', 'A', '192.0.2.1', '192.0.2.1'));
  wrong(2, /TYPE: 'AAA' is not a record type/, ...add('www.example.com', 'AAA', '60', '192.0.2.1'));
  wrong(2, /an argument is missing/, ...add('www.example.com', 'A', '60'));
  wrong(2, /bump-serial/, ...add('www.example.com', 'A', '60', '192.0.2.1', '--bump-serial', 'more'));
});

test('what could not be served is refused, and nothing is changed', (t) => {
  const { wrong, serial, record } = open(t);
  wrong(
    1,
    /www\.example\.com has a CNAME and A: a CNAME stands alone/,
    'add',
    'www.example.com',
    'CNAME',
    '60',
    'a.test',
  );
  wrong(1, /has several SOA records/, 'add', 'example.com', 'SOA', '60', 'a.test b.test 1 2 3 4 5');
  wrong(1, /is not the name of the zone/, 'set', 'www.example.com', 'SOA', '60', 'a.test b.test 1 2 3 4 5');
  t.is(serial(), 7);
  record('set', 'alias.example.com', 'CNAME', '60', 'www.example.com');
  wrong(
    1,
    /alias\.example\.com has several CNAME records/,
    'add',
    'alias.example.com',
    'CNAME',
    '60',
    'a.test',
  );
});

test('the serial goes up as --bump-serial says, unless the change is one of the serial itself', (t) => {
  const { record, serial } = open(t);
  const add = (host: number, how: string) =>
    record('add', `h${host}.example.com`, 'A', '60', '192.0.2.1', '--bump-serial', how);
  add(1, 'none');
  t.is(serial(), 7);
  add(2, 'increment');
  t.is(serial(), 8);
  const soa = 'ns1.example.com. hostmaster.example.com. 3000000000 10800 3600 604800 300';
  t.regex(record('set', 'example.com', 'SOA', '3600', soa), /serial 8 to 3000000000\n$/);
  record('set', 'example.com', 'SOA', '3600', soa.replace('3000000000', '1'));
  add(3, 'date');
  t.regex(String(serial()), /^20\d\d[01]\d[0-3]\d01$/);
  record('set', 'example.com', 'SOA', '3600', soa.replace('3000000000', '1'));
  add(4, 'unix');
  t.true(Math.abs(serial() - Date.now() / 1000) < 60);
});
