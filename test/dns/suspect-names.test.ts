/** Is a name that was meant otherwise found in every type, and nothing else taken for one? */

import test from 'ava';
import { parseContent } from '../../src/dns/content.js';
import { type SuspectName, suspectName } from '../../src/dns/suspect-names.js';
import { tokenize } from '../../src/dns/tokenize.js';

/** What is suspect in a content, word by word. */
const finds = test.macro({
  exec: (t, line: string, expected: Record<string, SuspectName>, origin: string = 'example.com') => {
    const [type, ...tokens] = tokenize(line);
    const content = parseContent(type!.text, tokens, origin);
    const found: Record<string, SuspectName> = {};
    for (const { text, quoted } of tokens) {
      const suspect = quoted ? undefined : suspectName(text, content, origin);
      if (suspect !== undefined) found[text] = suspect;
    }
    t.deepEqual(found, expected);
  },
  title: (_, line, expected, origin: string = 'example.com') =>
    `${line} under ${origin}: ${JSON.stringify(expected)}`,
});

/** Contents of every type with names, `%` and `&` standing for names. */
const WITH_NAMES = [
  'NS %',
  'CNAME %',
  'SOA % & 1 2 3 4 5',
  'MB %',
  'MG %',
  'MR %',
  'PTR %',
  'MINFO % &',
  'MX 10 %',
  'RP % &',
  'AFSDB 1 %',
  'SRV 0 0 53 %',
  'NAPTR 1 2 "u" "" "" %',
  'KX 1 %',
  'DNAME %',
  'IPSECKEY 10 3 2 % AQ==',
  'RRSIG A 8 2 300 20300101000000 20200101000000 1 % AQ==',
  'NSEC % A',
  'SVCB 1 %',
  'HTTPS 0 %',
  'LP 1 %',
  'ALIAS %',
];

for (const line of WITH_NAMES) {
  const found = (one: string, other: string, suspect: SuspectName) =>
    Object.fromEntries((line.includes('&') ? [one, other] : [one]).map((name) => [name, suspect]));
  test(
    finds,
    line.replace('%', 'a.example.com').replace('&', 'Example.COM'),
    found('a.example.com', 'Example.COM', 'NO_FINAL_DOT'),
  );
  test(
    finds,
    line.replace('%', '192.0.2.1').replace('&', '192.0.2.255.'),
    found('192.0.2.1', '192.0.2.255.', 'TARGET_IS_ADDRESS'),
  );
  test(finds, line.replace('%', 'a.example.com.').replace('&', 'b.192.0.2.1'), {});
}

test(finds, 'TXT example.com 192.0.2.1 192.0.2.1.', {});
test(finds, 'TXT "example.com" "a.example.com.example.com."', {});
test(finds, 'CAA 0 issue example.com', {});
test(finds, 'A 192.0.2.1', {});
test(finds, 'L32 10 192.0.2.1', {});
test(finds, 'IPSECKEY 10 1 2 192.0.2.1 AQ==', {});
test(finds, 'HTTPS 1 . ipv4hint=192.0.2.1', {});
test(finds, 'MX 10 192.0.2.1', { '192.0.2.1': 'TARGET_IS_ADDRESS' }, '.');
test(finds, 'MX 10 192.0.2', {});
test(finds, 'MX 10 192.0.2.256', {});
test(finds, 'CNAME 1.2.0.192', {}, 'in-addr.arpa');
test(finds, 'CNAME 192.0.2.1.', { '192.0.2.1.': 'TARGET_IS_ADDRESS' }, '2.0.192.in-addr.arpa');
test(finds, 'CNAME a.example.com', {}, '.');
