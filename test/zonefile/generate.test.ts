/** Does $GENERATE make the records that named makes? */

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how $GENERATE writes it

import test from 'ava';
import { trailOf } from './trail.js';

const generates = test.macro((t, directive: string, ...records: string[]) => {
  const trail = trailOf(`$TTL 300\n$GENERATE ${directive}\n`);
  t.deepEqual(trail.errors, []);
  t.deepEqual(
    trail.records,
    records.map((record) => record.replace(' ', '.example.com 300 ')),
  );
});

/** Owners alone. */
const names = test.macro((t, range: string, owner: string, ...owners: string[]) => {
  const trail = trailOf(`$TTL 300\n$GENERATE ${range} ${owner} A 192.0.2.1\n`);
  t.deepEqual(trail.errors, []);
  t.deepEqual(
    trail.records.map((record) => record.split('.example.com ')[0]),
    owners,
  );
});

test('$ is the number, on both sides', generates, '1-2 a$ A 192.0.2.$', 'a1 A 192.0.2.1', 'a2 A 192.0.2.2');
test(
  'a step leaves numbers out',
  generates,
  '0-5/2 a$ A 192.0.2.$',
  'a0 A 192.0.2.0',
  'a2 A 192.0.2.2',
  'a4 A 192.0.2.4',
);
test('a comment may follow', generates, '1-1 a$ A 192.0.2.$ ; note', 'a1 A 192.0.2.1');
test(
  'an owner without $ has all records',
  generates,
  '1-2 @.a A 192.0.2.$',
  '@.a A 192.0.2.1',
  '@.a A 192.0.2.2',
);
test('names on the right side are relative', generates, '1-1 a$ CNAME b$', 'a1 CNAME b1.example.com.');
test(
  'one quoted string is all words of the content',
  generates,
  '1-1 a$ MX "10 b$"',
  'a1 MX 10 b1.example.com.',
);
test('escaped quotes in it are quotes', generates, '1-1 a$ TXT "x \\"y $\\""', 'a1 TXT "x" "y 1"');
test(
  'several words are the content too, as PowerDNS has it',
  generates,
  '1-1 a$ TXT "x $" y\\ $',
  'a1 TXT "x 1" "y 1"',
);
test(
  'a string that touches a word does so in each record',
  generates,
  '1-1 a$ HTTPS $ . alpn="h2" port=$',
  'a1 HTTPS 1 . alpn="h2" port=1',
);
test(
  '$$ and \\$ are a dollar sign',
  generates,
  '1-1 lit\\$$ CNAME lit$$$',
  'lit$1 CNAME lit\\$1.example.com.',
);
test('a backslash in the text keeps its meaning', generates, '1-1 a\\.$ TXT "x\\;y"', 'a\\.1 TXT "x;y"');

test('an offset and a width', names, '10-12', 'foo${0,2}', 'foo10', 'foo11', 'foo12');
test('an offset alone', names, '1-2', 'h${10}x', 'h11x', 'h12x');
test('a negative offset', names, '1-3', 'h${-2}', 'h-1', 'h0', 'h1');
test(
  'a width pads with zeros, behind the sign',
  names,
  '1-2',
  'h${0,3,d}-${-3,6,d}',
  'h001--00002',
  'h002--00001',
);
test('octal', names, '8-9', 'h${0,3,o}', 'h010', 'h011');
test('hexadecimal, small and capital', names, '26-26', '${0,4,x}-${0,4,X}', '001a-001A');
test(
  'a negative number in octal or hexadecimal has 32 bits',
  names,
  '0-0',
  '${-1,0,o}-${-5,4,x}-${-1,2,X}',
  '37777777777-fffffffb-FFFFFFFF',
);
test('nibbles, the lowest first', names, '300-300', '${0,0,n}', 'c.2.1');
test('the width of nibbles counts the dots', names, '10-10', '${0,5,n}a.${0,3,N}', 'a.0.0a.A.0');
test('an even width of nibbles ends in a dot', names, '31-31', '${0,4,n}a', 'f.1.a');

test('TTL and class are read in any order', (t) => {
  const { records } = trailOf('$GENERATE 1-1 a$ 60 IN A 192.0.2.1\n$GENERATE 1-1 a$ CLASS1 1h A 192.0.2.1\n');
  t.deepEqual(records, ['a1.example.com 60 A 192.0.2.1', 'a1.example.com 3600 A 192.0.2.1']);
});

test('the owner above stays as it is', (t) => {
  const { records } = trailOf('$TTL 300\na A 192.0.2.1\n$GENERATE 1-1 b$ A 192.0.2.2\n A 192.0.2.3\n');
  t.is(records.at(-1), 'a.example.com 300 A 192.0.2.3');
});

const refuses = test.macro((t, directive: string, ...errors: string[]) => {
  const trail = trailOf(`$TTL 300\n$GENERATE ${directive}\nb A 192.0.2.1\n`);
  t.deepEqual(trail.errors, errors);
  t.is(trail.records.at(-1), 'b.example.com 300 A 192.0.2.1');
});

test('a range that goes down', refuses, '3-2 a$ A 192.0.2.1', 'BAD_GENERATE 2:11');
test('a range of one number without a dash', refuses, '3 a$ A 192.0.2.1', 'BAD_GENERATE 2:11');
test('a step of 0', refuses, '1-2/0 a$ A 192.0.2.1', 'BAD_GENERATE 2:11');
test('numbers above 2147483647', refuses, '2147483647-2147483648 a$ A 192.0.2.1', 'BAD_GENERATE 2:11');
test('more than 1048576 records', refuses, '0-1048576 a$ A 192.0.2.1', 'BAD_GENERATE 2:11');
test('an empty offset', refuses, '1-2 a${} A 192.0.2.1', 'BAD_GENERATE 2:15');
test('an unknown base', refuses, '1-2 a${0,3,q} A 192.0.2.1', 'BAD_GENERATE 2:15');
test('an unclosed brace', refuses, '1-2 a${0,3 A 192.0.2.1', 'BAD_GENERATE 2:15');
test('a width above 127', refuses, '1-2 a${0,128} A 192.0.2.1', 'BAD_GENERATE 2:15');
test('a missing owner', refuses, '1-2', 'BAD_GENERATE 2:14');
test('a missing type', refuses, '1-2 a$', 'NO_TYPE 2:17');
test('a missing content', refuses, '1-2 a$ A', 'BAD_GENERATE 2:19');
test(
  'a content that goes wrong stops at the first number',
  refuses,
  '255-900 a$ A 192.0.2.$',
  'BAD_CONTENT 2:24',
);
test('an owner that goes wrong', refuses, '1-2 a..$ A 192.0.2.1', 'BAD_NAME 2:22');
test('an unclosed quote in the content', refuses, '1-2 a$ TXT x\\"$"', 'UNCLOSED_QUOTE 2:26');

test('an unclosed quote within the quoted content', refuses, '1-2 a$ TXT "\\"x"', 'UNCLOSED_QUOTE 2:22');

test('the largest range makes every record', (t) => {
  t.is(trailOf('$GENERATE 1-65536 a$ 60 CNAME b$\n').records.length, 65536);
});

test('the message names the number', (t) => {
  const messages: string[] = [];
  trailOf('$GENERATE 255-256 a$ 60 A 192.0.2.$\n', { onError: ({ message }) => messages.push(message) });
  t.deepEqual(
    messages.map((message) => message.slice(0, 30)),
    ['zone:1:27: with 256 for $: A a'],
  );
});
