import test from 'ava';
import { packEmptyNonTerminal, packLines, unpackLines, unpackRow } from '../../src/store/row.js';
import { StoreError } from '../../src/store/store-error.js';

const row = '1 A 300 192.0.2.1\n0 TXT 0 "a  b" "c"';
const a = {
  tag: 'DATA',
  qname: 'WWW.example.com',
  qtype: 'A',
  ttl: 300,
  zoneId: 7,
  content: '192.0.2.1',
  auth: true,
  scopeMask: 0,
};
const txt = { ...a, qtype: 'TXT', ttl: 0, content: '"a  b" "c"', auth: false };

test('a record is a line: auth, type, TTL, content', (t) => {
  const lines = 'DS 300 1 13 2 00ff\nTXT 0 "a  b" "c"\nDS 300 2 13 2 00ff\nDSX 1 x';
  t.is(packLines(lines, 'all'), '1 DS 300 1 13 2 00ff\n1 TXT 0 "a  b" "c"\n1 DS 300 2 13 2 00ff\n1 DSX 1 x');
  t.is(packLines(lines, 'none'), '0 DS 300 1 13 2 00ff\n0 TXT 0 "a  b" "c"\n0 DS 300 2 13 2 00ff\n0 DSX 1 x');
  t.is(packLines(lines, 'DS'), '1 DS 300 1 13 2 00ff\n0 TXT 0 "a  b" "c"\n1 DS 300 2 13 2 00ff\n0 DSX 1 x');
  t.is(packLines('A 1 192.0.2.1', 'none'), '0 A 1 192.0.2.1');
});

test('the lines come out of a row again; an empty non-terminal has none', (t) => {
  t.is(unpackLines(row), 'A 300 192.0.2.1\nTXT 0 "a  b" "c"');
  t.is(unpackLines(packEmptyNonTerminal(true)), '');
  t.is(unpackLines(packEmptyNonTerminal(false)), '');
});

test('ANY asks for every record of a row, in order, with the name as it was asked for', (t) => {
  t.deepEqual(unpackRow(row, 'WWW.example.com', 'ANY', 7) as unknown, [a, txt]);
});

test('a type asks for the records of that type', (t) => {
  t.deepEqual(unpackRow(row, 'WWW.example.com', 'TXT', 7) as unknown, [txt]);
  t.deepEqual(unpackRow(row, 'WWW.example.com', 'AAAA', 7), []);
});

test('an empty non-terminal answers to ANY and to ENT, and to no other type', (t) => {
  const ent = { ...a, qname: 'b.example.com', qtype: 'ENT', ttl: 0, content: '' };
  t.deepEqual(unpackRow(packEmptyNonTerminal(true), 'b.example.com', 'ANY', 7) as unknown, [ent]);
  t.deepEqual(unpackRow(packEmptyNonTerminal(false), 'b.example.com', 'ENT', 7) as unknown, [
    { ...ent, auth: false },
  ]);
  t.deepEqual(unpackRow(packEmptyNonTerminal(true), 'b.example.com', 'A', 7), []);
});

const refusesRow = test.macro((t, text: string) => {
  const error = t.throws(() => unpackRow(text, 'www.example.com', 'ANY', 7), { instanceOf: StoreError });
  t.is(error?.code, 'CORRUPT');
  t.regex(error?.message ?? '', /www\.example\.com in zone 7/);
});
for (const [what, text] of Object.entries({
  'that is empty': '',
  'without a TTL': '1 A 192.0.2.1',
  'whose second line has no content': '1 A 300 192.0.2.1\n1 A 300',
  'that ends in a newline': '1 A 300 192.0.2.1\n',
  'that does not begin with a flag': 'AAAA 300 2001:db8::1 x',
})) {
  test(`a row ${what} is an error, not an answer`, refusesRow, text);
}

test('odd text in four fields is handed on: the session checks each record', (t) => {
  const [odd] = unpackRow('1 A -1x  \t', 'www.example.com', 'ANY', 7);
  t.like(odd, { qtype: 'A', content: ' \t' });
  t.true(Number.isNaN(odd?.ttl));
});
