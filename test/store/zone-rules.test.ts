import test from 'ava';
import type { OwnedRecord } from '../../src/store/owner.js';
import { StoreError, type StoreErrorCode } from '../../src/store/store-error.js';
import { settleOwner } from '../../src/store/zone-rules.js';

const soa = 'SOA 3600 ns.example.com. hostmaster.example.com. 7 10800 3600 604800 300';

function owned(lines: readonly string[]): OwnedRecord[] {
  return lines.map((line) => {
    const [type, ttl, ...content] = line.split(' ');
    return { type: type!, ttl: Number(ttl), content: content.join(' ') };
  });
}

function settle(name: string, lines: readonly string[]): { kept: string[]; warnings: string[] } {
  const warnings: string[] = [];
  const settled = settleOwner({ name, records: owned(lines) }, 'com example', (warning) =>
    warnings.push(warning),
  );
  return { kept: settled.map(({ type, ttl, content }) => `${type} ${ttl} ${content}`), warnings };
}

const keeps = test.macro((t, lines: string[], kept: string[], ...warnings: RegExp[]) => {
  const settled = settle('com example www', lines);
  t.deepEqual(settled.kept, kept);
  t.is(settled.warnings.length, warnings.length);
  for (const [at, warning] of warnings.entries()) t.regex(settled.warnings[at]!, warning);
});

test(
  'records stay in the order in which they came',
  keeps,
  ['TXT 60 "b"', 'A 60 192.0.2.2', 'TXT 60 "a"'],
  ['TXT 60 "b"', 'A 60 192.0.2.2', 'TXT 60 "a"'],
);
test(
  'of a record that stands twice one is kept',
  keeps,
  ['A 60 192.0.2.1', 'A 60 192.0.2.1'],
  ['A 60 192.0.2.1'],
  /^www\.example\.com A 192\.0\.2\.1 stands twice/,
);
test(
  'names that differ in case only are the same name, and the first is kept',
  keeps,
  ['MX 60 10 Mail.example.com.', 'MX 60 10 mail.example.com.'],
  ['MX 60 10 Mail.example.com.'],
  /stands twice/,
);
test(
  'texts that differ in case are two texts',
  keeps,
  ['TXT 60 "A"', 'TXT 60 "a"'],
  ['TXT 60 "A"', 'TXT 60 "a"'],
);
test(
  'an rrset has the TTL of its first record',
  keeps,
  ['A 60 192.0.2.1', 'A 90 192.0.2.2', 'TXT 90 "x"'],
  ['A 60 192.0.2.1', 'A 60 192.0.2.2', 'TXT 90 "x"'],
  /^www\.example\.com A: TTL 90 is taken as 60/,
);
test('a CNAME may stand alone', keeps, ['CNAME 60 a.example.com.'], ['CNAME 60 a.example.com.']);
test(
  'one CNAME that stands twice is one CNAME',
  keeps,
  ['CNAME 60 a.example.com.', 'CNAME 60 A.example.com.'],
  ['CNAME 60 a.example.com.'],
  /stands twice/,
);

test('an rrset that no message can carry is taken, with a warning', (t) => {
  const srv = (count: number) =>
    Array.from({ length: count }, (_, at) => `SRV 60 10 5 ${at} sip.example.com.`);
  t.deepEqual(settle('com example www', srv(1000)).warnings, []);
  t.deepEqual(settle('com example www', srv(3000)).warnings, [
    "www.example.com SRV: the rrset takes about 111 KiB, over 64 KB on the wire: PowerDNS can't send it",
  ]);
});

test('the SOA stands first at the apex', (t) => {
  const settled = settle('com example', ['NS 60 ns.example.com.', 'A 60 192.0.2.1', soa]);
  t.deepEqual(settled, { kept: [soa, 'NS 60 ns.example.com.', 'A 60 192.0.2.1'], warnings: [] });
});

test('an apex without NS is taken, with a warning', (t) => {
  t.deepEqual(settle('com example', [soa]), { kept: [soa], warnings: ['example.com has no NS record'] });
});

const refuses = test.macro((t, code: StoreErrorCode, name: string, ...lines: string[]) => {
  const error = t.throws(() => settle(name, lines), { instanceOf: StoreError });
  t.is(error?.code, code);
  t.true(error?.message.startsWith(name === 'com example' ? 'example.com ' : 'www.example.com '));
});
test(
  'several CNAMEs are refused',
  refuses,
  'SEVERAL_CNAMES',
  'com example www',
  'CNAME 60 a.',
  'CNAME 60 b.',
);
test(
  'a CNAME beside other data is refused',
  refuses,
  'CNAME_AND_OTHER_DATA',
  'com example www',
  'A 60 192.0.2.1',
  'CNAME 60 b.',
);
test('an apex without SOA is refused', refuses, 'NO_SOA', 'com example', 'NS 60 ns.example.com.');
test('several SOAs are refused', refuses, 'SEVERAL_SOAS', 'com example', soa, soa.replace(' 7 ', ' 8 '));
test('a SOA below the apex is refused', refuses, 'SOA_BELOW_APEX', 'com example www', soa);
