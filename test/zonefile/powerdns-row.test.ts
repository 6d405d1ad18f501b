import test from 'ava';
import { DnsError } from '../../src/dns/dns-error.js';
import {
  isEmptyNonTerminal,
  isEnabled,
  type PowerDnsRow,
  recordOfRow,
} from '../../src/zonefile/powerdns-row.js';

const row = (columns: Partial<PowerDnsRow>): PowerDnsRow => ({
  name: 'h.example.com',
  type: 'A',
  content: '192.0.2.1',
  ttl: '300',
  prio: '',
  disabled: '0',
  ...columns,
});

/** `type | content | prio` and the content that the record has; what PowerDNS 4.7.3 serves, unless the title says more. */
const means = test.macro({
  exec(t, columns: string, content: string) {
    const [type, text, prio = ''] = columns.split('|') as [string, string, string?];
    t.is(recordOfRow(row({ type, content: text, prio }), t.fail).content, content);
  },
  title: (note, columns: string) =>
    `${columns.replace(/x{9,}/g, ({ length }) => `x*${length}`)}: ${note ?? 'is read as PowerDNS serves it'}`,
});

test(means, 'MX|mail.example.com|10', '10 mail.example.com.');
test(means, 'MX|mail.example.com.|10', '10 mail.example.com.');
test(means, 'MX|.|0', '0 .');
test(means, 'MX|10 mail.example.com', '10 mail.example.com.');
test('joined, with the default of the column', means, 'MX|10 mail.example.com|0', '10 mail.example.com.');
test('joined, and the column agrees', means, 'MX|10 mail.example.com|10', '10 mail.example.com.');
test(means, 'mx|Mail.Example.com|10', '10 Mail.Example.com.');
test(means, 'SRV|5 5060 sip.example.com|1', '1 5 5060 sip.example.com.');
test('joined, and the column agrees', means, 'SRV|1 5 5060 sip.example.com|1', '1 5 5060 sip.example.com.');
test(
  means,
  'NAPTR|100 10 "u" "E2U+sip" "!^.*$!sip:a@example.com!" .|7',
  '100 10 "u" "E2U+sip" "!^.*$!sip:a@example.com!" .',
);
test(means, 'CNAME|Target.example.net', 'Target.example.net.');
test(means, 'CNAME|@', '\\@.');
test(means, 'A| 192.0.2.1 ', '192.0.2.1');
test(means, 'AAAA|2001:DB8::1', '2001:db8::1');
test(means, 'TXT|v=spf1 -all', '"v=spf1 -all"');
test(means, 'TXT|', '""');
test(means, 'TXT| leading', '" leading"');
test(means, 'TXT|a\tb  c', '"a\\009b  c"');
test(means, 'TXT|a;b', '"a;b"');
test(means, 'TXT|v=\\"x\\" y', '"v=\\"x\\" y"');
test(means, 'TXT|"a\\"b"', '"a\\"b"');
test(means, 'TXT|"c:\\\\x"', '"c:\\\\x"');
test(means, 'TXT|"one" two', '"one" "two"');
test(means, 'TXT|"one""two"', '"one" "two"');
test(means, 'TXT|"gr\xc3\xbc\xc3\x9f"', '"gr\\195\\188\\195\\159"');
test(means, 'TXT|"a @ b"', '"a @ b"');
test(means, `TXT|"${'x'.repeat(300)}"`, `"${'x'.repeat(255)}" "${'x'.repeat(45)}"`);
test(means, `TXT|${'x'.repeat(255)}`, `"${'x'.repeat(255)}"`);
test(means, `TXT|"${'x'.repeat(254)}\\"\\001y" "z"`, `"${'x'.repeat(254)}\\"" "\\001y" "z"`);
test(means, `SPF|"${'x'.repeat(256)}"`, `"${'x'.repeat(255)}" "x"`);
test('PowerDNS fails', means, 'SPF|v=spf1 -all', '"v=spf1 -all"');
test('PowerDNS fails', means, 'CAA|0 issue ca.example.net', '0 issue "ca.example.net"');
test(means, 'TYPE65300|\\# 2 ABCD', '\\# 2 abcd');
test(
  means,
  'SOA|ns1.example.com hostmaster.example.com 5 10800 3600 604800 3600',
  'ns1.example.com. hostmaster.example.com. 5 10800 3600 604800 3600',
);
test(
  'PowerDNS 4.7 fails',
  means,
  'SOA|ns1.example.com. first.last@example.com 5 1 2 3 4',
  'ns1.example.com. first\\.last.example.com. 5 1 2 3 4',
);

const isWrong = test.macro({
  exec(t, columns: Partial<PowerDnsRow>, because: RegExp) {
    const error = t.throws(() => recordOfRow(row(columns), t.fail), { instanceOf: DnsError });
    t.regex(error!.message, because);
  },
  title: (_, columns: Partial<PowerDnsRow>) => `${JSON.stringify(columns)} is refused`,
});

test(isWrong, { type: 'MX', content: 'mail.example.com' }, /no priority: set prio/);
test(
  isWrong,
  { type: 'MX', content: '10 mail.example.com', prio: '20' },
  /is 20 in its column and 10 in the content/,
);
test(isWrong, { type: 'MX', content: 'mail.example.com', prio: 'x' }, /'x' is not a number/);
test(isWrong, { type: 'TXT', content: 'v="x" y' }, /does not begin with a quote/);
test(isWrong, { type: 'TXT', content: '"unclosed' }, /unclosed quote/);
test(isWrong, { type: 'URL', content: 'http://www.example.com' }, /'URL' is not a record type/);
test(isWrong, { type: 'SOA', content: '' }, /SOA primary: is missing/);
test(isWrong, { content: '192.0.2.256' }, /192\.0\.2\.256/);
test(isWrong, { ttl: '-1' }, /TTL '-1'/);
test(isWrong, { ttl: '1h' }, /TTL '1h'/);
test(isWrong, { ttl: '2147483648' }, /TTL '2147483648'/);
test(isWrong, { name: '' }, /''/);
test(isWrong, { name: 'a..example.com' }, /empty label/);

test('a SOA that ends early is filled up as PowerDNS before 4.4 did, with a warning', (t) => {
  const warnings: string[] = [];
  const content = (text: string) =>
    recordOfRow(row({ name: 'example.com', type: 'SOA', content: text }), (warning) => warnings.push(warning))
      .content;
  t.is(content('ns1.example.com'), 'ns1.example.com. hostmaster.example.com. 0 10800 3600 604800 3600');
  t.is(
    content('ns1.example.com h.example.com 7 60'),
    'ns1.example.com. h.example.com. 7 60 3600 604800 3600',
  );
  t.is(warnings.length, 2);
  t.regex(warnings[1]!, /'3600 604800 3600' is taken for the rest/);
});

test('a TTL of 0 is 0, none is that of default-ttl', (t) => {
  t.is(recordOfRow(row({ ttl: '0' }), t.fail).ttl, 0);
  t.is(recordOfRow(row({ ttl: '' }), t.fail).ttl, 3600);
});

test('names are absolute, with a final dot or without', (t) => {
  t.is(recordOfRow(row({ name: 'WWW.example.com' }), t.fail).name, 'WWW.example.com');
  t.is(recordOfRow(row({ name: 'www.example.com.' }), t.fail).name, 'www.example.com');
});

test('a row is read if its column disabled is 0, in the words of any database: not if it is NULL', (t) => {
  t.deepEqual(
    ['0', 'f', 'false', 'FALSE', '1', 't', 'true', ''].map((disabled) => isEnabled(row({ disabled }))),
    [true, true, true, true, false, false, false, false],
  );
});

test('a row without a type is an empty non-terminal', (t) => {
  t.deepEqual(
    ['', 'ENT', 'A'].map((type) => isEmptyNonTerminal(row({ type }))),
    [true, true, false],
  );
});
