import test from 'ava';
import { normalContent, parseContent } from '../../src/dns/content.js';
import { tokenize } from '../../src/dns/tokenize.js';
import { contentExamples } from './content-examples.js';

/** A content as it stands in a zone file; text here is bytes, one a character. */
function read(type: string, text: string): string {
  return parseContent(type, tokenize(text), 'example.com');
}

for (const { type, written, normal, wire } of contentExamples) {
  test(`${type} ${written} becomes ${normal}`, (t) => t.is(read(type, written), normal));
  test(`${type} ${normal} stays what it is`, (t) =>
    t.is(parseContent(type, tokenize(normal), 'other.example'), normal));
  test(`${type} \\# ${wire} becomes ${normal}`, (t) =>
    t.is(read(type, `\\# ${wire.length / 2} ${wire}`), normal));
}

test('\\# is text in a TXT that has no number behind it, and the generic form in all other types', (t) => {
  t.is(read('TXT', '\\# x'), '"#" "x"');
  t.is(read('TXT', '\\#'), '"#"');
  t.is(read('TXT', '\\# "1" x'), '"#" "1" "x"');
  t.is(read('TXT', '\\# 2 0178'), '"x"');
  t.throws(() => read('SPF', '\\# x'), { code: 'BAD_CONTENT' });
});

const refuses = test.macro({
  exec: (t, type: string, written: string, field: number, message: RegExp) => {
    const error = t.throws(() => read(type, written), { name: 'DnsError', code: 'BAD_CONTENT', message });
    t.is((error as { field?: number }).field, field);
  },
  title: (_, type, written) => `${type} ${String(written).slice(0, 80)} is refused`,
});

test(refuses, 'A', '', 0, /^A address: is missing$/);
test(refuses, 'A', '192.0.2', 0, /'192\.0\.2' is not an IPv4 address/);
test(refuses, 'A', '192.0.2.1 192.0.2.2', 1, /^A: '192\.0\.2\.2' is too much/);
test(refuses, 'A', '"192.0.2.1"', 0, /must stand without quotes/);
test(refuses, 'NS', 'a..b', 0, /^NS host: 'a\.\.b' has an empty label/);
test(refuses, 'MX', '0', 1, /^MX exchange: is missing/);
test(refuses, 'MX', '65536 mail', 0, /'65536' is not a number from 0 to 65535/);
test(refuses, 'MX', '-1 mail', 0, /'-1' is not a number/);
test(refuses, 'MX', 'mail', 0, /'mail' is not a number/);
test(refuses, 'HINFO', 'a b c', 2, /^HINFO: 'c' is too much/);
test(refuses, 'HINFO', 'a', 1, /^HINFO os: is missing/);
test(refuses, 'SOA', 'ns1 h 1 2 3 4', 6, /^SOA minimum: is missing/);
test(refuses, 'SOA', 'ns1 h 1h 2 3 4 5', 2, /^SOA serial: '1h'/);
test(refuses, 'SOA', 'ns1 h 1 2x 3 4 5', 3, /^SOA refresh: '2x' is not a time/);
test(refuses, 'TXT', '', 0, /^TXT text: is missing/);
test(refuses, 'TXT', `a "${'b'.repeat(256)}"`, 1, /^TXT text: has 256 bytes: at most 255/);
test(refuses, 'TXT', '"\\256"', 0, /bad escape/);
test(refuses, 'TXT', '"x\\\0"', 0, /a NUL byte: write \\000/);
test(refuses, 'CAA', '256 issue "x"', 0, /'256' is not a number from 0 to 255/);
test(refuses, 'CAA', '0 is-sue "x"', 1, /'is-sue' is not a tag/);
test(refuses, 'CAA', '0 issue', 2, /^CAA value: is missing/);
test(refuses, 'CAA', '0 issue \xe2\x80\x9cx\xe2\x80\x9d', 2, /typographic quote “ \(U\+201C\)/);
test(refuses, 'TXT', '\xe2\x80\x98v=spf1 -all\xe2\x80\x99', 0, /typographic quote ‘ \(U\+2018\)/);
test(refuses, 'MX', '\xe2\x80\x9c10\xe2\x80\x9d mail', 0, /typographic quote “/);
test(refuses, 'MX', 'd\xc3\xa9 mail', 0, /'dé' is not a number/);
test(refuses, 'DS', '1 8 1 0123', 3, /has 2 bytes: a digest of this type has 20/);
test(refuses, 'DS', '1 8 9 012', 3, /'012' is not hexadecimal/);
test(refuses, 'DS', '1 NONSENSE 1 00', 1, /'NONSENSE' is neither a number nor known/);
test(refuses, 'TLSA', '3 1 1', 3, /^TLSA association: is missing/);
test(refuses, 'DNSKEY', '257 3 8 AwEAAQ', 3, /is not base64/);
test(refuses, 'DNSKEY', '257 3 8', 3, /^DNSKEY key: is missing/);
test(refuses, 'NSEC', 'next', 1, /^NSEC types: is missing/);
test(refuses, 'NSEC', 'next A AAA', 2, /'AAA' is not a record type/);
test(refuses, 'NSEC3', '1 0 0 - 00', 4, /is not a hash/);
test(refuses, 'NSEC3PARAM', `1 0 0 ${'00'.repeat(256)}`, 3, /has 256 bytes: at most 255/);
test(refuses, 'RRSIG', 'A 8 3 60 20301301000000 1 1 a. AAAA', 4, /'20301301000000' is not a time/);
test(refuses, 'IPSECKEY', '10 4 2 . AAAA', 2, /'4' is not a gateway type/);
test(refuses, 'EUI48', '00:00:5e:00:53:2a', 0, /write 6 bytes/);
test(refuses, 'NID', '10 1:2:3', 1, /is not an identifier/);
test(refuses, 'APL', '', 0, /^APL prefixes: is missing/);
test(refuses, 'APL', '1:192.0.2.0/33', 0, /is not a prefix/);
test(refuses, 'APL', '3:00/8', 0, /is not a prefix/);
test(refuses, 'URI', '10 1 a b', 3, /'b' is too much/);
test(refuses, 'A6', '0 ::1', 0, /^A6 has no presentation format/);
test(refuses, 'TYPE65300', 'abcd', 0, /write \\# LENGTH HEX/);
test(refuses, 'TYPE65300', '"\\#" 0', 0, /write \\# LENGTH HEX/);
test(refuses, 'TYPE65300', '\\# 2 abcdef', 1, /length '2' before 3 bytes/);
test(refuses, 'TYPE65300', '\\# 2 abc', 2, /'abc' is not hexadecimal/);
test(refuses, 'TYPE65300', '\\#', 1, /length ''/);
test(refuses, 'TYPE65300', `\\# 65536 ${'00'.repeat(65536)}`, 1, /before 65536 bytes \(at most 65535\)/);
test(refuses, 'A', '\\# 3 c00002', 2, /^A address: the bytes end within it/);
test(refuses, 'A', '\\# 5 c000020100', 2, /^A: 1 bytes too much/);
test(refuses, 'CNAME', `\\# 66 40${'61'.repeat(64)}00`, 2, /has 64 bytes: at most 63/);
test(refuses, 'CNAME', '\\# 2 c00c', 2, /is compressed, where RFC 3597 forbids it/);
test(refuses, 'CNAME', '\\# 2 0161', 2, /the bytes end within it/);
test(refuses, 'CAA', '\\# 3 000100', 2, /is not a tag/);
test(refuses, 'DS', '\\# 5 0001080100', 2, /has 1 bytes: a digest of this type has 20/);
test(refuses, 'NSEC', '\\# 4 00000180', 2, /lists type 0/);
test(refuses, 'NSEC3', '\\# 7 01000000000100', 2, /is not 20 bytes long/);
test(refuses, 'APL', '\\# 5 0001210100', 2, /is not a prefix/);
test(refuses, 'APL', '\\# 5 0003080100', 2, /is not a prefix/);
test(refuses, 'APL', '\\# 9 00010805c000020100', 2, /is not a prefix/);
test(refuses, 'LOC', `\\# 16 01${'00'.repeat(15)}`, 2, /is not of version 0/);
test(refuses, 'LOC', `\\# 16 00a1${'00'.repeat(14)}`, 2, /is not a length .* 0xa1/);
test(refuses, 'LOC', `\\# 16 0099${'00'.repeat(14)}`, 2, /is not a length .* 0x99/);
test(refuses, 'AXFR', '\\# 0', 0, /AXFR is a type of questions/);
test(refuses, 'TYPE250', '\\# 0', 0, /TYPE250 is a type of questions/);
test(refuses, 'WALLET', '"BTC" "wid"', 0, /PowerDNS before 5\.0 does not know WALLET/);

test('a string has 255 bytes at most, and escapes count as one', (t) => {
  t.is(read('TXT', 'a'.repeat(255)), `"${'a'.repeat(255)}"`);
  t.is(read('TXT', '\\065'.repeat(255)), `"${'A'.repeat(255)}"`);
  t.is(read('TXT', `"${'\t'.repeat(255)}"`), `"${'\\009'.repeat(255)}"`);
});

test('a text without a length byte may be longer', (t) => {
  t.is(read('URI', `1 2 "${'a'.repeat(300)}"`), `1 2 "${'a'.repeat(300)}"`);
  t.is(read('CAA', `0 issue "${'a'.repeat(300)}"`), `0 issue "${'a'.repeat(300)}"`);
});

test('names in a content that a zone file would read as something else are escaped', (t) => {
  t.is(read('CNAME', 'a\\@b\\;c\\"d\\(e\\)\\$f\\.g\\200'), 'a\\@b\\;c\\"d\\(e\\)\\$f\\.g\\200.example.com.');
});

test('typographic quotes within a string are text', (t) => {
  t.is(read('TXT', '"\xe2\x80\x9cx\xe2\x80\x9d"'), '"\\226\\128\\156x\\226\\128\\157"');
});

test('typed content is encoded as UTF-8', (t) => {
  t.is(normalContent('TXT', '"é€"', 'example.com'), '"\\195\\169\\226\\130\\172"');
});

test('byte 0xa0 is part of a word, not a blank', (t) => {
  t.is(read('TXT', 'd\xc3\xa0 x'), '"d\\195\\160" "x"');
  t.is(normalContent('TXT', 'dà', 'example.com'), '"d\\195\\160"');
  t.is(normalContent('HINFO', 'dà x', 'example.com'), '"d\\195\\160" "x"');
});

test('a typed text without quotes is one string', (t) => {
  t.is(normalContent('TXT', 'v=spf1 -all', 'example.com'), '"v=spf1 -all"');
  t.is(normalContent('SPF', ' v=spf1 -all ', 'example.com'), '"v=spf1 -all"');
  t.is(normalContent('TXT', '"one" two', 'example.com'), '"one" "two"');
  t.is(normalContent('TXT', '', 'example.com'), '""');
  t.is(normalContent('TXT', '\\# 2 0141', 'example.com'), '"A"');
});

test('a typed content with a quote that never closes is refused', (t) => {
  t.throws(() => normalContent('TXT', '"one" "two', 'example.com'), {
    code: 'BAD_CONTENT',
    message: /unclosed quote/,
  });
});
