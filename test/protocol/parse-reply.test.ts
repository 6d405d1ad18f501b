import test from 'ava';
import { abiOf } from '../../src/protocol/abi.js';
import { type EntForm, formatData } from '../../src/protocol/format-reply.js';
import { parseReply } from '../../src/protocol/parse-reply.js';
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

const reads = test.macro({
  exec(t, line: string, version: number, expected: unknown) {
    t.deepEqual(parseReply(line, abiOf(version)!) as unknown, expected);
  },
  title: (_, line, version) => `${JSON.stringify(line)} is understood at ABI ${version}`,
});

for (const version of [1, 2]) test(reads, 'DATA\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1', version, a);
for (const version of [3, 4, 5]) {
  test(reads, 'DATA\t0\t1\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1', version, a);
  test(reads, 'DATA\t24\t0\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1', version, {
    ...a,
    scopeMask: 24,
    auth: false,
  });
}
for (const auth of ['01', 'true', '1 ', '2'])
  test(reads, `DATA\t128\t${auth}\tWww.example.com\tIN\tA\t60\t7\t192.0.2.1`, 3, {
    ...a,
    scopeMask: 128,
    auth: false,
  });

test(reads, 'END', 1, { tag: 'END' });
test(reads, 'END \t\r', 1, { tag: 'END' });
test(reads, '\tEND\tof it', 1, { tag: 'END' });
test(reads, 'FAIL', 1, { tag: 'FAIL' });
test(reads, 'FAIL\tthe disk is full\r', 1, { tag: 'FAIL' });
test(reads, 'LOG\ttwo words', 1, { tag: 'LOG', text: 'two words' });
test(reads, 'LOG\tone\t\ttwo \r', 1, { tag: 'LOG', text: 'one two' });

/** At ABI 1, with these fields behind `DATA`. */
const readsData = test.macro({
  exec(t, fields: string, expected: Partial<Data>) {
    t.deepEqual(parseReply(`DATA\t${fields}`, abiOf(1)!), { ...a, ...expected });
  },
  title: (_, fields) => `DATA ${JSON.stringify(fields)} is read as PowerDNS reads it`,
});

test(readsData, '\tWww.example.com\t\t\tIN\tA\t60\t7\t192.0.2.1', {});
test(readsData, 'Www.example.com\tIN\tA\t60\t7\t192.0.2.1 \t \r', {});
test(readsData, 'Www.example.com\tany\ta\t60\t7\t  192.0.2.1', {});
test(readsData, 'Www.example.com.\tIN\tA\t60\t7\t192.0.2.1', {});
test(readsData, 'Www\\.a.Ex\\065mple\tIN\tA\t60\t7\t192.0.2.1', { qname: 'Www\\.a.ExAmple' });
test(readsData, 'caf\xe9.a b\tIN\tA\t60\t7\t192.0.2.1', { qname: 'caf\\233.a\\032b' });
test(readsData, 'a\\\\.\tIN\tA\t60\t7\t192.0.2.1', { qname: 'a\\\\' });
test(readsData, 'a\\.\tIN\tA\t60\t7\t192.0.2.1', { qname: 'a\\.' });
test(readsData, '.\tIN\tA\t60\t7\t192.0.2.1', { qname: '.' });
test(readsData, '*.example.com\tIN\tA\t60\t7\t192.0.2.1', { qname: '*.example.com' });
test(readsData, 'Www.example.com\tIN\tA\t0\t-1\t192.0.2.1', { ttl: 0, zoneId: -1 });
test(readsData, 'Www.example.com\tIN\tA\t4294967295\t2147483647\t192.0.2.1', {
  ttl: 4294967295,
  zoneId: 2147483647,
});
test(readsData, 'Www.example.com\tIN\tA\t3600.5\t-2147483648\t192.0.2.1', {
  ttl: 3600,
  zoneId: -2147483648,
});
test(readsData, 'Www.example.com\tIN\tA\t +60 s\t7x\t192.0.2.1', {});
for (const type of ['#16', 'type16', 'TYPE16', 'txt', 'TYPE16x'])
  test(readsData, `Www.example.com\tIN\t${type}\t60\t7\t"a"\t\t"b"`, { qtype: 'TXT', content: '"a" "b"' });
test(readsData, 'Www.example.com\tIN\tTXT\t60\t7\t"voil\xc3\xa0"', {
  qtype: 'TXT',
  content: '"voil\xc3\xa0"',
});
test(readsData, 'Www.example.com\tIN\tTXT\t60\t7\tvoil\xc3\xa0', { qtype: 'TXT', content: 'voil\xc3\xa0' });
test(readsData, 'Www.example.com\tIN\tTYPE65300\t60\t7\t\\#\t1\tff', {
  qtype: 'TYPE65300',
  content: '\\# 1 ff',
});
test(readsData, 'Www.example.com\tIN\tTYPE261\t60\t7\t\\# 0', { qtype: 'TYPE261', content: '\\# 0' });
test(readsData, 'Www.example.com\tIN\tnew-type\t60\t7\tx', { qtype: 'NEW-TYPE', content: 'x' });
test(readsData, 'Www.example.com\tIN\tMX\t60\t7\t10\tmail.example.com', {
  qtype: 'MX',
  content: '10 mail.example.com',
});
test(readsData, 'Www.example.com\tIN\t#15\t60\t7\t 10\t  mail.example.com \tmore', {
  qtype: 'MX',
  content: '10 mail.example.com',
});
test(readsData, 'Www.example.com\tIN\tsrv\t60\t7\t10\t20 5060 sip.example.com', {
  qtype: 'SRV',
  content: '10 20 5060 sip.example.com',
});
test(readsData, 'Www.example.com\tIN\tENT\t0\t7', { qtype: 'ENT', ttl: 0, content: '' });
test(readsData, 'Www.example.com\tIN\tTYPE65280\t0\t7\t\\# 0', { qtype: 'ENT', ttl: 0, content: '' });
test(readsData, 'Www.example.com\tIN\tent\t0\t7\t-', { qtype: 'ENT', ttl: 0, content: '' });

test('a name of 255 bytes and labels of 63 is read', (t) => {
  const label = 'a'.repeat(63);
  const qname = `${label}.${label}.${label}.${'a'.repeat(61)}`;
  t.is((parseReply(`DATA\t${qname}.\tIN\tA\t60\t7\t192.0.2.1`, abiOf(1)!) as Data).qname, qname);
});

const refuses = test.macro<[line: string, version: number, because: RegExp]>({
  exec(t, line, version, because) {
    t.throws(() => parseReply(line, abiOf(version)!), {
      name: 'ProtocolError',
      code: 'BAD_REPLY',
      message: because,
    });
  },
  title: (_, line, version) =>
    `${JSON.stringify(line.length > 100 ? `${line.slice(0, 100)}...` : line)} is refused at ABI ${version}`,
});

const drops = 'PowerDNS would say SERVFAIL and drop the backend$';
const shifts = 'PowerDNS would take what follows for the answer to its next question$';
const fails = 'PowerDNS would say SERVFAIL for every type of this name$';

test(refuses, '', 1, new RegExp(`^expected DATA, LOG, END or FAIL; the backend said "", and ${drops}`));
for (const line of ['\t', ' END', 'end', 'Fail', 'data\ta\tIN\tA\t60\t1\tx', 'ENDE', 'OK\tready', '\u{fe}'])
  test(refuses, line, 1, new RegExp(`^expected DATA, LOG.*${drops}`));
for (const line of ['LOG', 'LOG\t', 'LOG \t \r']) test(refuses, line, 1, new RegExp(`^LOG needs.*${shifts}`));
test(refuses, 'DATA', 1, new RegExp(`7 fields at ABI 1 and has 1;.*${drops}`));
test(refuses, 'DATA\ta\tIN\tA\t60\t7', 2, new RegExp(`7 fields at ABI 2 and has 6;.*${drops}`));
test(refuses, 'DATA\ta\tIN\tA\t60\t7\t \t', 1, new RegExp(`7 fields at ABI 1 and has 6;.*${drops}`));
test(refuses, 'DATA\ta\tIN\tA\t60\t7\t192.0.2.1', 3, new RegExp(`9 fields at ABI 3 and has 7;.*${drops}`));
test(refuses, 'DATA\ta\tIN\tENT\t0', 1, new RegExp(`6 fields at ABI 1 and has 5;.*${drops}`));
test(refuses, 'DATA\t0\t1\ta\tIN\tENT\t0', 5, new RegExp(`8 fields at ABI 5 and has 7;.*${drops}`));
test(
  refuses,
  'DATA\t0\t1\ta.example\tIN\tA\t60\t7\t192.0.2.1',
  1,
  new RegExp(`^the type "a.example".*${fails}`),
);
for (const type of ['TYPE0', 'TYPE', 'TYPE65536', '#', '#x', 'A ', '1', 'A_B'])
  test(refuses, `DATA\ta\tIN\t${type}\t60\t7\tx`, 1, new RegExp(`^the type "${type}" is neither.*${fails}`));
for (const ttl of ['x', '-1', '4294967296', ' '])
  test(refuses, `DATA\ta\tIN\tA\t${ttl}\t7\t192.0.2.1`, 1, new RegExp(`^TTL "${ttl}" is not.*${shifts}`));
for (const id of ['x', '2147483648', '-2147483649'])
  test(refuses, `DATA\ta\tIN\tA\t60\t${id}\t192.0.2.1`, 1, new RegExp(`^zone id "${id}" is not.*${shifts}`));
test(refuses, 'DATA\tx\t1\ta\tIN\tA\t60\t7\t192.0.2.1', 3, new RegExp(`^scopebits "x" is not.*${shifts}`));
for (const bits of ['129', '-1'])
  test(
    refuses,
    `DATA\t${bits}\t1\ta\tIN\tA\t60\t7\t192.0.2.1`,
    3,
    /^scopebits "-?\d+" is not 0 to 128;.*pass it on/,
  );
for (const owner of ['a..b', '.a', '..', 'a\\', 'a\\256', 'a'.repeat(64), `${'a'.repeat(63)}.`.repeat(4)])
  test(refuses, `DATA\t${owner}\tIN\tA\t60\t7\t192.0.2.1`, 1, new RegExp(`^the owner is no name.*${shifts}`));
for (const [type, content] of [
  ['MX', '10 mail.example.com'],
  ['TYPE15', '10 mail.example.com'],
  ['SRV', '10 20 5060 sip.example.com'],
])
  test(refuses, `DATA\ta\tIN\t${type}\t60\t7\t${content}`, 1, new RegExp(`is not "priority TAB .*${drops}`));
for (const content of ['10\t20\t5060\tsip.example.com', '10\t20 5060'])
  test(refuses, `DATA\ta\tIN\tSRV\t60\t7\t${content}`, 1, new RegExp(`TAB weight port target".*${fails}`));

test('a long line is quoted only in part', (t) => {
  const { message } = t.throws(() => parseReply('x'.repeat(1_000_000), abiOf(1)!));
  t.is(
    message,
    `expected DATA, LOG, END or FAIL; the backend said "${'x'.repeat(100)}...", and PowerDNS would say SERVFAIL and drop the backend`,
  );
});

/** Records, as they are said at ABI 1 and 2, and at ABI 3 to 5. */
const same: Record<string, [old: string, today: string, ent?: EntForm]> = {
  'a record': ['WwW.example.com\tIN\tA\t60\t7\t192.0.2.1', '0\t1\tWwW.example.com\tIN\tA\t60\t7\t192.0.2.1'],
  'the root': ['.\tIN\tNS\t60\t7\ta.', '0\t1\t.\tIN\tNS\t60\t7\ta.'],
  'a wildcard': ['*.example.com\tIN\tA\t60\t7\t192.0.2.1', '0\t1\t*.example.com\tIN\tA\t60\t7\t192.0.2.1'],
  'a name with escapes': [
    'a\\.b\\032c\\\\\\233.example\tIN\tA\t60\t7\t192.0.2.1',
    '0\t1\ta\\.b\\032c\\\\\\233.example\tIN\tA\t60\t7\t192.0.2.1',
  ],
  'an MX': ['example.com\tIN\tMX\t60\t7\t10\tmail.a.', '0\t1\texample.com\tIN\tMX\t60\t7\t10\tmail.a.'],
  'an SRV': [
    '_sip._tcp.a\tIN\tSRV\t60\t7\t10\t20 5060 sip.a.',
    '0\t1\t_sip._tcp.a\tIN\tSRV\t60\t7\t10\t20 5060 sip.a.',
  ],
  'a TXT with a tab': [
    'a\tIN\tTXT\t60\t7\t"a\\009b  c\\000" "\\"d\\\\"',
    '0\t1\ta\tIN\tTXT\t60\t7\t"a\\009b  c\\000" "\\"d\\\\"',
  ],
  'an unknown type': ['a\tIN\tTYPE65300\t60\t7\t\\# 1 ff', '0\t1\ta\tIN\tTYPE65300\t60\t7\t\\# 1 ff'],
  'a placeholder': ['e.a\tIN\tTYPE65280\t0\t7\t\\# 0', '0\t0\te.a\tIN\tTYPE65280\t0\t7\t\\# 0'],
  'a native ENT': ['ent.a\tIN\tENT\t0\t7', '0\t1\tent.a\tIN\tENT\t0\t7', 'native'],
};

const translate = (line: string, from: number, to: number, ent: EntForm = 'placeholder') =>
  formatData(parseReply(line, abiOf(from)!) as Data, abiOf(to)!, ent);

for (const [what, [old, today, ent]] of Object.entries(same))
  test(`${what} is written again as it was read, from each ABI version to each`, (t) => {
    for (const from of [1, 2, 3, 4, 5])
      for (const to of [1, 2, 3, 4, 5]) {
        const line = `DATA\t${from < 3 ? old : today}`;
        t.is(translate(line, from, to, ent), `DATA\t${to < 3 ? old : today}\n`, `${from} to ${to}`);
      }
  });

const says = test.macro({
  exec: (t, said: string, from: number, expected: string, to: number, ent: EntForm = 'placeholder') =>
    t.is(translate(`DATA\t${said}`, from, to, ent), `DATA\t${expected}\n`),
  title: (_, said, from, _expected, to, ent = 'placeholder') =>
    `${JSON.stringify(said)} at ABI ${from} is said at ABI ${to} (${ent})`,
});

test(says, '24\t0\ta\tIN\tNS\t60\t7\tns.a', 5, 'a\tIN\tNS\t60\t7\tns.a', 1);
test(says, '24\t0\ta\tIN\tNS\t60\t7\tns.a', 5, '24\t0\ta\tIN\tNS\t60\t7\tns.a', 4);
test(says, '0\t0\te.a\tIN\tTYPE65280\t0\t7\t\\# 0', 5, '0\t0\te.a\tIN\tENT\t0\t7', 4, 'native');
test(says, 'e.a\tIN\tTYPE65280\t0\t7\t\\# 0', 1, '0\t1\te.a\tIN\tENT\t0\t7', 5, 'native');
test(says, '0\t1\te.a\tIN\tENT\t0\t7', 5, '0\t0\te.a\tIN\tTYPE65280\t0\t7\t\\# 0', 5);
test(says, 'e.a\tIN\tTYPE65280\t60\t7\t\\# 0', 1, '0\t1\te.a\tIN\tTYPE65280\t60\t7\t\\# 0', 5);
test(says, 'e.a\tIN\tTYPE65280\t0\t7\t\\# 1 ff', 1, '0\t1\te.a\tIN\tTYPE65280\t0\t7\t\\# 1 ff', 5);
test(says, 'a.\tIN\t#16\t60s\t7\t"a"\t"b\x01"\r', 1, '0\t1\ta\tIN\tTXT\t60\t7\t"a" "b\\001"', 5);
