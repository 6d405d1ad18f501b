import test from 'ava';
import { abiOf } from '../../src/protocol/abi.js';
import { type EntForm, formatCommandOutput, formatData, formatLog } from '../../src/protocol/format-reply.js';
import type { Data } from '../../src/protocol/reply.js';

const a: Data = {
  tag: 'DATA',
  qname: 'Www.example.com',
  qtype: 'A',
  ttl: 60,
  zoneId: 7,
  content: '192.0.2.1',
  auth: true,
  scopeMask: 0,
};

const writes = test.macro({
  exec: (t, data: Partial<Data>, version: number, expected: string, ent: EntForm = 'placeholder') =>
    t.is(formatData({ ...a, ...data }, abiOf(version)!, ent), expected),
  title: (_, data, version, expected, ent) =>
    `${JSON.stringify(data)} at ABI ${version}${ent ? ` (${ent})` : ''} is written ${JSON.stringify(expected)}`,
});

for (const version of [1, 2]) {
  test(writes, {}, version, 'DATA\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1\n');
  test(writes, { auth: false, scopeMask: 24 }, version, 'DATA\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1\n');
  test(writes, { qtype: 'ENT', content: '' }, version, 'DATA\tWww.example.com\tIN\tTYPE65280\t0\t7\t\\# 0\n');
  test(writes, { qtype: 'ENT', content: '' }, version, 'DATA\tWww.example.com\tIN\tENT\t0\t7\n', 'native');
  test(writes, { qtype: 'ENT', content: '' }, version, '', 'none');
}
for (const version of [3, 4, 5]) {
  test(writes, {}, version, 'DATA\t0\t1\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1\n');
  test(
    writes,
    { auth: false, scopeMask: 24 },
    version,
    'DATA\t24\t0\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1\n',
  );
  test(
    writes,
    { qtype: 'ENT', content: '' },
    version,
    'DATA\t0\t0\tWww.example.com\tIN\tTYPE65280\t0\t7\t\\# 0\n',
  );
  test(
    writes,
    { qtype: 'ENT', content: '' },
    version,
    'DATA\t0\t1\tWww.example.com\tIN\tENT\t0\t7\n',
    'native',
  );
  test(writes, { qtype: 'ENT', content: '' }, version, '', 'none');
}
test(
  writes,
  { qtype: 'MX', content: '10 mail.example.com.' },
  1,
  'DATA\tWww.example.com\tIN\tMX\t60\t7\t10\tmail.example.com.\n',
);
test(
  writes,
  { qtype: 'SRV', content: '10 20 5060 sip.example.com.' },
  1,
  'DATA\tWww.example.com\tIN\tSRV\t60\t7\t10\t20 5060 sip.example.com.\n',
);
test(
  writes,
  { qtype: 'TXT', content: '"a\tb\0c\nd"' },
  1,
  'DATA\tWww.example.com\tIN\tTXT\t60\t7\t"a\\009b\\000c\\010d"\n',
);
test(writes, { qname: '.' }, 1, 'DATA\t.\tIN\tA\t60\t7\t192.0.2.1\n');
test(writes, { qname: '*.a\\.b\\032c\\\\' }, 1, 'DATA\t*.a\\.b\\032c\\\\\tIN\tA\t60\t7\t192.0.2.1\n');

const refuses = test.macro({
  exec: (t, data: Partial<Data>, because: RegExp) =>
    t.throws(() => formatData({ ...a, ...data }, abiOf(4)!, 'placeholder'), {
      code: 'UNSENDABLE',
      message: because,
    }),
  title: (_, data) => `${JSON.stringify(data)} would put PowerDNS out of step and is refused`,
});

test(refuses, { ttl: -1 }, /TTL/);
test(refuses, { ttl: 1.5 }, /TTL/);
test(refuses, { ttl: Number.NaN }, /TTL/);
test(refuses, { ttl: 4294967296 }, /TTL/);
test(refuses, { zoneId: 2147483648 }, /zone id/);
test(refuses, { scopeMask: Number.NaN }, /scope/);
test(refuses, { qname: '' }, /owner/);
test(refuses, { qname: 'a..b' }, /owner/);
test(refuses, { qname: '.a' }, /owner/);
test(refuses, { qname: 'a\tb' }, /owner/);
test(refuses, { qname: 'a\nb' }, /owner/);
test(refuses, { qname: 'a\\' }, /owner/);
test(refuses, { qname: 'a\\256' }, /owner/);
test(refuses, { qname: 'a'.repeat(64) }, /owner/);
test(refuses, { qname: `${'a'.repeat(63)}.`.repeat(4) }, /owner/);
test(refuses, { qtype: '' }, /type/);
test(refuses, { qtype: 'A\t' }, /type/);
test(refuses, { content: '' }, /content/);
test(refuses, { content: ' ' }, /content/);
test(refuses, { content: '192.0.2.1 ' }, /content/);
test(refuses, { qtype: 'TXT', content: '"\u201c"' }, /bytes/);
test(refuses, { qtype: 'MX', content: 'mail.example.com.' }, /priority/);
test(refuses, { qtype: 'MX', content: '10' }, /priority/);
test(refuses, { qtype: 'SRV', content: '10  5 5060 a.' }, /priority/);

test('a label of 63 bytes and a name of 255 are sent, escapes counted as one byte', (t) => {
  const label = `${'\\065'.repeat(62)}\\.`;
  const qname = [label, label, label, 'a'.repeat(61)].join('.');
  t.is(formatData({ ...a, qname }, abiOf(1)!, 'none'), `DATA\t${qname}\tIN\tA\t60\t7\t192.0.2.1\n`);
  t.throws(() => formatData({ ...a, qname: `${qname}a` }, abiOf(1)!, 'none'));
});

test('a LOG is one line of bytes and never empty', (t) => {
  t.is(formatLog('disk\nfull\t\u201cnow\u201d'), 'LOG\tdisk full ?now?\n');
  t.is(formatLog(' \n'), 'LOG\t(no text)\n');
});

test('a line of command output never ends the answer', (t) => {
  t.is(formatCommandOutput('END'), ' END\n');
  t.is(formatCommandOutput('fail'), ' fail\n');
  t.is(formatCommandOutput('one\ntwo'), 'one two\n');
});
