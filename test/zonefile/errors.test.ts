/** Is each fault of a zone file reported where it is, and is what follows read? */

import test from 'ava';
import { readZoneFile } from '../../src/zonefile/reader.js';
import type { ZoneFileError } from '../../src/zonefile/zone-file-error.js';
import { pieces, trailOf } from './trail.js';

const B = 'b 300 A 192.0.2.1\n';
const B_RECORD = 'b.example.com 300 A 192.0.2.1';

/** The faults of a text, after which one good record stands. */
const reports = test.macro((t, text: string, ...errors: string[]) => {
  const whole = trailOf(text + B);
  t.deepEqual(whole.errors, errors);
  t.is(whole.records.at(-1), B_RECORD);
  for (const step of [1, 2, 7]) t.deepEqual(trailOf(text + B, {}, step), whole, `in pieces of ${step}`);
});

test(
  'an unclosed quote is reported where it opens',
  reports,
  'a 300 TXT "one" "two\n',
  'UNCLOSED_QUOTE 1:17',
);
test(
  'an unclosed quote within parentheses ends with its line',
  reports,
  'a 300 TXT ( "one\n "two" )\n',
  'UNCLOSED_QUOTE 1:13',
);
test(
  'an unclosed quote at CRLF is reported where it opens',
  reports,
  'a 300 TXT "two\r\n',
  'UNCLOSED_QUOTE 1:11',
);
test('an escaped quote closes nothing', reports, 'a 300 TXT "two\\"\n', 'UNCLOSED_QUOTE 1:11');
test(
  'an unclosed parenthesis is reported where it opens, and the next line is read',
  reports,
  '\na 300 TXT ( "one"\n',
  'UNCLOSED_PARENTHESIS 2:11',
);
test(
  'the outermost of several unclosed parentheses is reported',
  reports,
  'a 300 TXT ( ( "one" )\n',
  'UNCLOSED_PARENTHESIS 1:11',
);
test(
  'an unclosed parenthesis that opens below its record is reported there',
  reports,
  'a 300 MX ( 5\n ) (\n',
  'UNCLOSED_PARENTHESIS 2:4',
);
test(
  'each unclosed parenthesis is reported',
  reports,
  'a 300 A ( 192.0.2.1\nc 300 A ( 192.0.2.1\nd 300 A x\n',
  'UNCLOSED_PARENTHESIS 1:9',
  'UNCLOSED_PARENTHESIS 2:9',
  'BAD_CONTENT 3:9',
);
test(
  'records below an unclosed parenthesis have its owner',
  reports,
  '@ 300 SOA ( n.\n 300 A 192.0.2.1\n',
  'UNCLOSED_PARENTHESIS 1:11',
);
test(
  'a parenthesis that closes nothing is reported',
  reports,
  'a 300 A 192.0.2.1 )\n)\n',
  'UNOPENED_PARENTHESIS 1:19',
  'UNOPENED_PARENTHESIS 2:1',
);

test(
  'a NUL byte is reported, unless it stands in quotes or a comment',
  reports,
  'a 300 TXT x\0y\na\0 300 TXT x\na 300 TXT x\\\0\na 300 TXT "x\0" ; \0\n\0\n',
  'NUL_BYTE 1:12',
  'NUL_BYTE 2:2',
  'NUL_BYTE 3:13',
  'NUL_BYTE 5:1',
);
test('a blank owner with no record above is an error', reports, ' 300 A 192.0.2.1\n', 'NO_OWNER 1:2');
test('a bad owner is an error', reports, 'a..b 300 A 192.0.2.1\n', 'BAD_NAME 1:1');
test(
  'a backslash at the end of a line takes nothing with it',
  reports,
  'a\\\n 300 A 192.0.2.1\nc\\\r\n',
  'BAD_NAME 1:1',
  'NO_OWNER 2:2',
  'BAD_NAME 3:1',
);
test(
  'a missing type is an error at the end of the line',
  reports,
  'a\na 300 IN\n',
  'NO_TYPE 1:2',
  'NO_TYPE 2:9',
);
test('a type with a typo is an error', reports, 'a 300 AAA 192.0.2.1\n', 'BAD_TYPE 1:7');
test(
  'a second class or TTL is an error',
  reports,
  'a IN IN A 192.0.2.1\na 300 300 A 192.0.2.1\n',
  'BAD_TYPE 1:6',
  'BAD_TYPE 2:7',
);
test('a type in quotes is an error', reports, 'a 300 "A" 192.0.2.1\n', 'NO_TYPE 1:7');
test(
  'a type that only questions have is an error',
  reports,
  'a 300 AXFR \\# 0\na 300 TYPE255 \\# 0\na 300 OPT \\# 0\na 300 TYPE200 \\# 0\n',
  'BAD_TYPE 1:7',
  'BAD_TYPE 2:7',
  'BAD_TYPE 3:7',
  'BAD_TYPE 4:7',
);
test(
  'another class is an error',
  reports,
  'a 300 CH A 192.0.2.1\na CLASS3 A 192.0.2.1\na ANY A 192.0.2.1\n',
  'BAD_CLASS 1:7',
  'BAD_CLASS 2:3',
  'BAD_CLASS 3:3',
);
test(
  'a bad TTL is an error',
  reports,
  'a 1x A 192.0.2.1\na 4294967296 A 192.0.2.1\n',
  'BAD_TTL 1:3',
  'BAD_TTL 2:3',
);
test(
  'a bad content is an error at its field',
  reports,
  'a 300 A 192.0.2.256\na 300 MX x b\na 300 MX ( 5\n b..c )\n',
  'BAD_CONTENT 1:9',
  'BAD_CONTENT 2:10',
  'BAD_CONTENT 4:2',
);
test(
  'a missing field is an error at the end of the record',
  reports,
  'a 300 MX 0\na 300 MX ( 0\n)\na 300 TXT\n',
  'BAD_CONTENT 1:11',
  'BAD_CONTENT 2:13',
  'BAD_CONTENT 4:10',
);
test('a field too many is an error', reports, 'a 300 HINFO a b c\n', 'BAD_CONTENT 1:17');
test(
  'a typographic quote is an error',
  reports,
  'a 300 CAA 0 issue \xe2\x80\x9cx\xe2\x80\x9d\n',
  'BAD_CONTENT 1:19',
);
test('typographic quotes within quotes are text', reports, 'a 300 TXT "\xe2\x80\x9cx\xe2\x80\x9d"\n');

test('an unknown directive is an error', reports, '$FOO bar\n', 'BAD_DIRECTIVE 1:1');
test(
  'a directive behind a blank is an error',
  reports,
  'a 300 A 192.0.2.1\n $TTL 300\n',
  'BAD_DIRECTIVE 2:2',
);
test(
  'a directive without its argument is an error',
  reports,
  '$TTL\n$ORIGIN ; note\n$INCLUDE\n$DATE\n',
  'BAD_DIRECTIVE 1:5',
  'BAD_DIRECTIVE 2:8',
  'BAD_DIRECTIVE 3:9',
  'BAD_DIRECTIVE 4:6',
);
test(
  'a directive with too many arguments is an error and has no effect',
  reports,
  '$TTL 60 x\n$ORIGIN a b\na A 192.0.2.1\n',
  'BAD_DIRECTIVE 1:9',
  'BAD_DIRECTIVE 2:11',
  'NO_TTL 3:3',
);
test(
  'a directive with a bad argument is an error',
  reports,
  '$TTL x\n$ORIGIN a..b\n',
  'BAD_TTL 1:6',
  'BAD_NAME 2:9',
);
test('an unclosed quote in a directive is an error', reports, '$TTL 300 "\n', 'UNCLOSED_QUOTE 1:10');

const lacksOrigin = test.macro((t, text: string, ...errors: string[]) => {
  const trail = trailOf(text, { origin: undefined as never });
  t.deepEqual(trail.errors, errors);
});

test(
  'without an origin a relative owner is an error',
  lacksOrigin,
  'a.test. 300 A 192.0.2.1\na 300 A 192.0.2.1\n@ 300 A 192.0.2.1\n',
  'NO_ORIGIN 2:1',
  'NO_ORIGIN 3:1',
);
test(
  'without an origin a relative name in a content is an error',
  lacksOrigin,
  'a.test. 300 MX 5 b\n 300 MX 5 b.\n 300 NS @\n 300 NS b\\.\n',
  'NO_ORIGIN 1:18',
  'NO_ORIGIN 3:9',
  'NO_ORIGIN 4:9',
);
test(
  'without an origin a relative $ORIGIN is an error',
  lacksOrigin,
  '$ORIGIN a\n$ORIGIN a.\na 300 A 192.0.2.1\n',
  'NO_ORIGIN 1:9',
);
test(
  'without an origin text and numbers are no names',
  lacksOrigin,
  'a.test. 300 TXT b "c d"\n 300 SOA n. h. 1 2 3 4 5\n 300 HTTPS 1 . port=53\n',
);
test(
  'without an origin a name ending in an escaped dot is relative',
  lacksOrigin,
  'a\\. 300 A 192.0.2.1\na\\\\. 300 A 192.0.2.1\n',
  'NO_ORIGIN 1:1',
);

const warns = test.macro((t, text: string, ...warnings: string[]) => {
  const trail = trailOf(text);
  t.deepEqual(trail.errors, []);
  t.deepEqual(trail.warnings, warnings);
});

test('no newline at the end is a warning', warns, 'a 300 A 192.0.2.1', 'NO_FINAL_NEWLINE 1:18');
test(
  'a target that repeats the origin is a warning',
  warns,
  'a 300 CNAME host.Example.com\na 300 MX 5 example.com\n',
  'NO_FINAL_DOT 1:13',
  'NO_FINAL_DOT 2:12',
);
test(
  'an owner that repeats the origin is a warning',
  warns,
  'www.example.com 300 A 192.0.2.1\n',
  'NO_FINAL_DOT 1:1',
);
test(
  'a text that repeats the origin is none',
  warns,
  'a 300 TXT example.com "www.example.com" www.example.com\na 300 CNAME b.example.com.\na 300 CNAME bexample.com\n',
);
test(
  'a target that is an address is a warning',
  warns,
  'a 300 MX 5 192.0.2.1\na 300 NS 192.0.2.1.\na 300 A 192.0.2.1\na 300 TXT 192.0.2.1\n',
  'TARGET_IS_ADDRESS 1:12',
  'TARGET_IS_ADDRESS 2:10',
);
test(
  'an owner from before $ORIGIN is a warning',
  warns,
  'a 300 A 192.0.2.1\n$ORIGIN b\n 300 A 192.0.2.1\n 300 A 192.0.2.2\n',
  'OWNER_OF_OTHER_ORIGIN 3:2',
);

test('the last line without a newline may be wrong too', (t) => {
  t.deepEqual(trailOf('a 300 A x').errors, ['BAD_CONTENT 1:9']);
  t.deepEqual(trailOf('a 300 TXT "x').errors, ['UNCLOSED_QUOTE 1:11']);
  t.deepEqual(trailOf('a 300 TXT ( "x"').errors, ['UNCLOSED_PARENTHESIS 1:11']);
  t.deepEqual(trailOf(')').errors, ['UNOPENED_PARENTHESIS 1:1']);
});

test('a line of a megabyte or more is an error, however it comes, and the next one is read', (t) => {
  const text = `a 300 TXT ${'x'.repeat(1024 * 1024)}\n;${'x'.repeat(3 * 1024 * 1024)}\n${B}`;
  const expected = { records: [B_RECORD], errors: ['LINE_TOO_LONG 1:1', 'LINE_TOO_LONG 2:1'], warnings: [] };
  t.deepEqual(trailOf(text), expected);
  t.deepEqual(trailOf(text, {}, 1), expected);
  t.deepEqual(trailOf(text, {}, 65536), expected);
});

test('a line that never ends is reported once and ends the reading', (t) => {
  let given = 0;
  let isClosed = false;
  function* endless() {
    try {
      for (;;) {
        given += 65536;
        yield Buffer.alloc(65536);
      }
    } finally {
      isClosed = true;
    }
  }
  const errors: string[] = [];
  const onError = ({ code, line, column }: ZoneFileError) => errors.push(`${code} ${line}:${column}`);
  t.deepEqual([...readZoneFile(endless(), { file: 'zone', origin: 'x', onError })], []);
  t.deepEqual(errors, ['LINE_TOO_LONG 1:1']);
  t.true(given < 20 * 1024 * 1024);
  t.true(isClosed);
});

test('an included line that never ends is left, and the file goes on', (t) => {
  function* endless() {
    for (;;) yield Buffer.alloc(65536, 'x');
  }
  const trail = trailOf(`$INCLUDE f\n${B}`, { include: () => ({ file: 'f', input: endless() }) });
  t.deepEqual(trail, { records: [B_RECORD], errors: ['LINE_TOO_LONG f:1:1'], warnings: [] });
});

test('a parenthesis that is open for a megabyte counts as unclosed', (t) => {
  const text = `a 300 TXT (\n${B.repeat(70_000)})\n`;
  t.deepEqual(trailOf(text, {}, 65536).errors, ['UNCLOSED_PARENTHESIS 1:11', 'UNOPENED_PARENTHESIS 70002:1']);
  t.deepEqual(trailOf(text).errors, ['UNCLOSED_PARENTHESIS 1:11', 'UNOPENED_PARENTHESIS 70002:1']);
});

test('a file of unclosed parentheses alone takes no hours', (t) => {
  t.is(trailOf('a 300 TXT (\n'.repeat(10_000), {}, 65536).errors.length, 10_000);
});

test('blank lines of more than a megabyte are no fault', (t) => {
  t.deepEqual(trailOf(`${' \n'.repeat(1_000_000)}${B}`), { records: [B_RECORD], errors: [], warnings: [] });
});

test('the message names file, line and column and says what to do', (t) => {
  const errors: ZoneFileError[] = [];
  const text = Buffer.from('a 300 CAA 0 issue \xe2\x80\x9cx\xe2\x80\x9d\n', 'latin1');
  const records = readZoneFile([text], {
    file: 'dir/zone',
    origin: 'x',
    onError: (error) => errors.push(error),
  });
  t.deepEqual([...records], []);
  t.is(errors[0]?.message, 'dir/zone:1:19: CAA: typographic quote “ (U+201C): write "');
});

test('the message shows UTF-8 as such, and other bytes as Latin-1', (t) => {
  const messages: string[] = [];
  trailOf('b\xc3\xbc..a 300 A x\nb\xfc..a 300 A x\n', { onError: ({ message }) => messages.push(message) });
  t.regex(messages[0] ?? '', /^zone:1:1: .*bü\.\.a/);
  t.regex(messages[1] ?? '', /^zone:2:1: .*bü\.\.a/);
});

test('what onError throws ends the reading', (t) => {
  const records = readZoneFile(pieces(`a 300 A x\n${B}`, 5), {
    file: 'zone',
    origin: 'x',
    onError: (error) => {
      throw error;
    },
  });
  t.throws(() => [...records], { code: 'BAD_CONTENT' });
});

test('an input that breaks off is no fault of the zone file', (t) => {
  function* input() {
    yield Buffer.from(B);
    throw new Error('disk on fire');
  }
  const records = readZoneFile(input(), {
    file: 'zone',
    origin: 'x',
    onError: (error) => t.fail(error.message),
  });
  t.throws(() => [...records], { message: 'disk on fire' });
});
