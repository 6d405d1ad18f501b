/** Does each rule of the master file format give the records it should? */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { readZoneFile } from '../../src/zonefile/reader.js';
import { pieces, trailOf } from './trail.js';

const reads = test.macro((t, text: string, ...records: string[]) => {
  const whole = trailOf(text);
  t.deepEqual(whole.errors, []);
  t.deepEqual(whole.records, records);
  for (const step of [1, 2, 7]) t.deepEqual(trailOf(text, {}, step), whole, `in pieces of ${step}`);
});

const A = 'a.example.com 300 A 192.0.2.1';

test('a record is owner, TTL, class, type and content', reads, 'a 300 IN A 192.0.2.1\n', A);
test('class and TTL stand in any order', reads, 'a IN 300 A 192.0.2.1\na 300 IN A 192.0.2.1\n', A, A);
test('class and TTL may be missing', reads, '$TTL 300\na A 192.0.2.1\na IN A 192.0.2.1\n', A, A);
test('the class may be written as CLASS1', reads, 'a CLASS1 300 A 192.0.2.1\n', A);
test(
  'type, class and directives are read in any case',
  reads,
  '$ttl 300\n$Origin X\na in a 192.0.2.1\n',
  'a.X.example.com 300 A 192.0.2.1',
);
test(
  'an owner may look like a TTL, a class or a type',
  reads,
  '300 300 A 192.0.2.1\nIN 300 A 192.0.2.1\nA 300 A 192.0.2.1\n',
  '300.example.com 300 A 192.0.2.1',
  'IN.example.com 300 A 192.0.2.1',
  'A.example.com 300 A 192.0.2.1',
);
test(
  'a blank at the beginning stands for the owner above',
  reads,
  'a 300 A 192.0.2.1\n 300 A 192.0.2.2\n\t300 A 192.0.2.3\n',
  A,
  'a.example.com 300 A 192.0.2.2',
  'a.example.com 300 A 192.0.2.3',
);
test(
  '@ is the origin, as owner and in contents',
  reads,
  '@ 300 MX 5 @\n',
  'example.com 300 MX 5 example.com.',
);
test(
  'names without a final dot are relative, those with one are not',
  reads,
  'a 300 CNAME b\na.test. 300 CNAME b.test.\n',
  'a.example.com 300 CNAME b.example.com.',
  'a.test 300 CNAME b.test.',
);
test('the root is a dot', reads, '. 300 NS .\n', '. 300 NS .');
test('MX 0 . is a target like any other', reads, 'a 300 MX 0 .\n', 'a.example.com 300 MX 0 .');

test(
  '$ORIGIN changes what names are relative to, and is relative itself',
  reads,
  '$ORIGIN sub\na 300 CNAME b\n$ORIGIN other.test.\na 300 CNAME b\n',
  'a.sub.example.com 300 CNAME b.sub.example.com.',
  'a.other.test 300 CNAME b.other.test.',
);
test('$ORIGIN may be the root', reads, '$ORIGIN .\na 300 CNAME b\n', 'a 300 CNAME b.');
test(
  'the owner above is not changed by $ORIGIN',
  reads,
  'a 300 A 192.0.2.1\n$ORIGIN sub\n 300 A 192.0.2.2\n',
  A,
  'a.example.com 300 A 192.0.2.2',
);
test('$DATE is passed over', reads, '$DATE 20200101000000\na 300 A 192.0.2.1\n', A);
test('a directive may stand in quotes', reads, '"$TTL" 300\na A 192.0.2.1\n', A);
test('an escaped $ begins a name', reads, '\\$TTL 300 A 192.0.2.1\n', '$TTL.example.com 300 A 192.0.2.1');

test(
  'parentheses join lines',
  reads,
  'a 300 MX ( 5\n  b\n)\nb 300 A 192.0.2.1\n',
  'a.example.com 300 MX 5 b.example.com.',
  'b.example.com 300 A 192.0.2.1',
);
test(
  'parentheses may be nested, stand anywhere and touch words',
  reads,
  '(a(300)A)192.0.2.1\n( a 300 A ((192.0.2.1)\n ))\n',
  A,
  A,
);
test('parentheses may hold nothing', reads, '()\n(\n)\na 300 A 192.0.2.1 ()\n', A);
test(
  'a comment ends with its line, in parentheses too',
  reads,
  '; ( "\na 300 MX ( 5 ; ) "\n b ) ; note\n',
  'a.example.com 300 MX 5 b.example.com.',
);
test('a comment needs no blank before it', reads, 'a 300 A 192.0.2.1;note\n', A);
test('lines of blanks and comments count for nothing', reads, '\n  \n\t; note\n;\na 300 A 192.0.2.1\n\n', A);
test(
  'CRLF ends a line like LF, in parentheses too',
  reads,
  'a 300 MX ( 5\r\n b )\r\n\r\n  \r\n 300 A 192.0.2.1\r\n',
  'a.example.com 300 MX 5 b.example.com.',
  A,
);
test(
  'CR alone ends a line',
  reads,
  'a 300 A 192.0.2.1\r 300 A 192.0.2.2\r',
  A,
  'a.example.com 300 A 192.0.2.2',
);
test('CR alone does not end a comment', reads, 'a 300 A 192.0.2.1 ; note\r 300 A 192.0.2.2\r\n', A);
test('a byte order mark is passed over', reads, '\xef\xbb\xbfa 300 A 192.0.2.1\n', A);
test('an empty file has no records', reads, '');
test('a byte order mark alone has no records', reads, '\xef\xbb\xbf');

test(
  'a semicolon in quotes is no comment',
  reads,
  'e 60 TXT "semi;colon" ; note\n',
  'e.example.com 60 TXT "semi;colon"',
);
test('parentheses in quotes are text', reads, 'e 60 TXT "(" ")"\n', 'e.example.com 60 TXT "(" ")"');
test(
  'words after strings are strings',
  reads,
  'e 60 TXT "first" second\n',
  'e.example.com 60 TXT "first" "second"',
);
test(
  'a quote parts words without blanks',
  reads,
  'e 60 TXT one"two"three\ne 60 TXT "a""b"\n',
  'e.example.com 60 TXT "one" "two" "three"',
  'e.example.com 60 TXT "a" "b"',
);
test('a string may be empty', reads, 'e 60 TXT ""\n', 'e.example.com 60 TXT ""');
test(
  'an escaped semicolon in quotes is a semicolon',
  reads,
  'e 60 TXT "a\\; b"\n',
  'e.example.com 60 TXT "a; b"',
);
test(
  'an escaped quote is part of a string or a word',
  reads,
  'e 60 TXT "a\\"b" c\\"d\n',
  'e.example.com 60 TXT "a\\"b" "c\\"d"',
);
test(
  'an escaped backslash does not escape the quote behind it',
  reads,
  'e 60 TXT "a\\\\" "b"\n',
  'e.example.com 60 TXT "a\\\\" "b"',
);
test(
  'an escaped newline in quotes is part of the string',
  reads,
  'e 60 TXT "a\\\nb"\na 300 A 192.0.2.1\n',
  'e.example.com 60 TXT "a\\010b"',
  A,
);
test(
  'escapes keep blanks, semicolons, parentheses and dots within a name',
  reads,
  'a\\ b\\;c\\(d\\.e 300 A 192.0.2.1\n',
  'a\\032b;c(d\\.e.example.com 300 A 192.0.2.1',
);
test('an owner may stand in quotes', reads, '"a b" 300 A 192.0.2.1\n', 'a\\032b.example.com 300 A 192.0.2.1');
test(
  'bytes above 127 are bytes of the name or string',
  reads,
  'b\xfccher 300 TXT "\xc3\xa9"\n',
  'b\\252cher.example.com 300 TXT "\\195\\169"',
);

test('a type by number is that type', reads, 'a 300 TYPE1 192.0.2.1\n', A);
test(
  'an unknown type has its content in hexadecimal',
  reads,
  'a 300 TYPE65300 \\# ( 2 01\n 0f )\n',
  'a.example.com 300 TYPE65300 \\# 2 010f',
);
test(
  'a CAA value without quotes gets them',
  reads,
  'a 300 CAA 0 issue ca.test\n',
  'a.example.com 300 CAA 0 issue "ca.test"',
);
test(
  'an SVCB parameter may have its value in quotes',
  reads,
  'a 300 HTTPS 1 . alpn="h2,h3" port=53\n',
  'a.example.com 300 HTTPS 1 . alpn="h2,h3" port=53',
);

test('a record says in which file, line and column it begins', (t) => {
  const text = Buffer.from(
    '$TTL 300\n\na MX ( 5\n b )\n \tA 192.0.2.1\n$GENERATE 1-1 $ A 192.0.2.1\n(\nb A 192.0.2.1 )',
  );
  const records = readZoneFile([text], { file: 'f', origin: 'x', onError: (error) => t.fail(error.message) });
  t.deepEqual(
    [...records],
    [
      { name: 'a.x', type: 'MX', ttl: 300, content: '5 b.x.', file: 'f', line: 3, column: 1 },
      { name: 'a.x', type: 'A', ttl: 300, content: '192.0.2.1', file: 'f', line: 5, column: 3 },
      { name: '1.x', type: 'A', ttl: 300, content: '192.0.2.1', file: 'f', line: 6, column: 1 },
      { name: 'b.x', type: 'A', ttl: 300, content: '192.0.2.1', file: 'f', line: 7, column: 1 },
    ],
  );
});

test('a record comes as soon as its line is there', (t) => {
  let given = 0;
  function* input() {
    for (; given < 100; given++) yield Buffer.from(`a${given} 300 A 192.0.2.1\n`);
  }
  for (const { name } of readZoneFile(input(), {
    file: 'f',
    origin: 'x',
    onError: (error) => t.fail(error.message),
  })) {
    t.is(name, `a${given}.x`);
  }
  t.is(given, 100);
});

test('whoever stops reading closes the input', (t) => {
  let isClosed = false;
  function* input() {
    try {
      for (;;) yield Buffer.from('a 300 A 192.0.2.1\n');
    } finally {
      isClosed = true;
    }
  }
  for (const _ of readZoneFile(input(), {
    file: 'f',
    origin: 'x',
    onError: (error) => t.fail(error.message),
  }))
    break;
  t.true(isClosed);
});

test('a file gives the same in pieces of any size', (t) => {
  const fixtures = fileURLToPath(new URL('../../../fixtures/zonefiles', import.meta.url));
  const textOf = (file: string) => readFileSync(join(fixtures, file), 'latin1');
  for (const file of readdirSync(fixtures)) {
    const trails = [1, 2, 3, 64, 65536].map((step) => {
      return trailOf(
        textOf(file),
        { include: (path) => ({ file: path, input: pieces(textOf(path), step) }) },
        step,
      );
    });
    for (const trail of trails) t.deepEqual(trail, trails[0], file);
  }
});
