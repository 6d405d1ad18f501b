import test from 'ava';
import { settleOwner } from '../../src/store/owner-rules.js';

const soa = 'SOA 3600 ns.example.com. hostmaster.example.com. 7 10800 3600 604800 300';

/** What is kept, and `CODE line: message` of each problem. */
function settle(name: string, lines: readonly string[]) {
  const warnings: string[] = [];
  const errors: string[] = [];
  const owner = { name, lines: lines.join('\n') };
  const settled = settleOwner(owner, 'com example', (severity, code, message, line) => {
    (severity === 'error' ? errors : warnings).push(`${code} ${line}: ${message}`);
  });
  return { kept: settled.map(({ type, ttl, content }) => `${type} ${ttl} ${content}`), warnings, errors };
}

const keeps = test.macro((t, lines: string[], kept: string[], ...warnings: RegExp[]) => {
  const settled = settle('com example www', lines);
  t.deepEqual(settled.kept, kept);
  t.deepEqual(settled.errors, []);
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
  /^DUPLICATE 1: www\.example\.com A 192\.0\.2\.1 stands twice/,
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
  /^TTL_DIFFERS 1: www\.example\.com A: TTL 90 is taken as 60/,
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
    "RRSET_TOO_LARGE 0: www.example.com SRV: the rrset takes about 111 KiB, over 64 KB on the wire: PowerDNS can't send it, remove records",
  ]);
});

test('the SOA stands first at the apex', (t) => {
  const settled = settle('com example', ['NS 60 ns.example.com.', 'A 60 192.0.2.1', soa]);
  t.deepEqual(settled, {
    kept: [soa, 'NS 60 ns.example.com.', 'A 60 192.0.2.1'],
    warnings: [],
    errors: [],
  });
});

test('an apex without NS is taken, with a warning', (t) => {
  t.deepEqual(settle('com example', [soa]).warnings, [
    'NO_NS 0: example.com has no NS record: name its servers, or nobody can delegate to it',
  ]);
});

const refuses = test.macro((t, name: string, lines: readonly string[], ...errors: readonly string[]) => {
  t.deepEqual(settle(name, lines).errors, errors);
});
const www = 'com example www';
test(
  'several CNAMEs are refused, each by its line',
  refuses,
  www,
  ['CNAME 60 a.', 'CNAME 60 b.', 'CNAME 60 A.', 'CNAME 60 c.'],
  'SEVERAL_CNAMES 1: www.example.com has several CNAME records: keep one',
  'SEVERAL_CNAMES 3: www.example.com has several CNAME records: keep one',
);
test(
  'several DNAMEs are refused',
  refuses,
  www,
  ['DNAME 60 a.', 'A 60 192.0.2.1', 'DNAME 60 b.'],
  'SEVERAL_DNAMES 2: www.example.com has several DNAME records: keep one',
);
test(
  'a CNAME beside other data is refused, and the other is named',
  refuses,
  www,
  ['CNAME 60 b.', 'A 60 192.0.2.1'],
  'CNAME_AND_OTHER_DATA 1: www.example.com has a CNAME and A: a CNAME stands alone, remove one',
);
test(
  'an apex without SOA is refused',
  refuses,
  'com example',
  ['NS 60 ns.example.com.'],
  'NO_SOA 0: example.com has no SOA record: write one, PowerDNS would refuse every question for the zone',
);
test(
  'several SOAs are refused',
  refuses,
  'com example',
  [soa, 'NS 60 ns.', soa.replace(' 7 ', ' 8 ')],
  'SEVERAL_SOAS 2: example.com has several SOA records: keep one',
);
test(
  'a SOA below the apex is refused',
  refuses,
  www,
  [soa],
  'SOA_BELOW_APEX 0: www.example.com has a SOA record, but is not the name of the zone: remove it, or put this name into a zone of its own',
);
