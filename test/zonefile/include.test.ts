/** Does $INCLUDE read the file it should, and leave alone what it should? */

import test from 'ava';
import type { IncludedFile } from '../../src/zonefile/include.js';
import { pieces, trailOf } from './trail.js';

/** Opens files that exist in memory. */
function opener(files: Record<string, string>, step = 1000) {
  return (path: string): IncludedFile => {
    const text = files[path];
    if (text === undefined) throw new Error('no such file');
    return { file: path, input: pieces(text, step) };
  };
}

const includes = test.macro(
  (t, text: string, files: Record<string, string>, records: string[], errors: string[] = []) => {
    for (const step of [1, 1000]) {
      const trail = trailOf(text, { include: opener(files, step) }, step);
      t.deepEqual(trail.errors, errors);
      t.deepEqual(trail.records, records);
    }
  },
);

test(
  'the records of the file stand in the place of the directive',
  includes,
  '$TTL 300\na A 192.0.2.1\n$INCLUDE f\nc A 192.0.2.3\n',
  { f: 'b A 192.0.2.2\n' },
  ['a.example.com 300 A 192.0.2.1', 'b.example.com 300 A 192.0.2.2', 'c.example.com 300 A 192.0.2.3'],
);
test(
  'a semicolon after the name of the file begins a comment',
  includes,
  '$INCLUDE f; note\n',
  { f: 'b 60 A 192.0.2.2\n' },
  ['b.example.com 60 A 192.0.2.2'],
);
test('a name with blanks stands in quotes', includes, '$INCLUDE "f g"\n', { 'f g': 'b 60 A 192.0.2.2\n' }, [
  'b.example.com 60 A 192.0.2.2',
]);
test('the name of a file is UTF-8', includes, '$INCLUDE b\xc3\xbc\n', { bü: 'b 60 A 192.0.2.2\n' }, [
  'b.example.com 60 A 192.0.2.2',
]);
test(
  'a name in quotes may have quotes in it',
  includes,
  '$INCLUDE "f\\"g"\n',
  { 'f"g': 'b 60 A 192.0.2.2\n' },
  ['b.example.com 60 A 192.0.2.2'],
);
test(
  'an origin holds for the included file',
  includes,
  '$INCLUDE f sub\na 60 A 192.0.2.1\n',
  { f: 'b 60 A 192.0.2.2\n' },
  ['b.sub.example.com 60 A 192.0.2.2', 'a.example.com 60 A 192.0.2.1'],
);
test(
  'the origin is as before after the file',
  includes,
  '$INCLUDE f\na 60 A 192.0.2.1\n',
  { f: '$ORIGIN sub\nb 60 A 192.0.2.2\n' },
  ['b.sub.example.com 60 A 192.0.2.2', 'a.example.com 60 A 192.0.2.1'],
);
test(
  'the owner is as before after the file',
  includes,
  'a 60 A 192.0.2.1\n$INCLUDE f\n 60 A 192.0.2.3\n',
  { f: 'b 60 A 192.0.2.2\n' },
  ['a.example.com 60 A 192.0.2.1', 'b.example.com 60 A 192.0.2.2', 'a.example.com 60 A 192.0.2.3'],
);
test(
  'the file begins with the owner of the line above',
  includes,
  'a 60 A 192.0.2.1\n$INCLUDE f\n',
  { f: ' 60 A 192.0.2.2\n' },
  ['a.example.com 60 A 192.0.2.1', 'a.example.com 60 A 192.0.2.2'],
);
test('$TTL in the file holds after it', includes, '$INCLUDE f\na A 192.0.2.1\n', { f: '$TTL 60\n' }, [
  'a.example.com 60 A 192.0.2.1',
]);
test(
  'files may include others, one of them twice',
  includes,
  '$INCLUDE f\n$INCLUDE f x\n',
  { f: '$INCLUDE g\n', g: 'b 60 A 192.0.2.2\n' },
  ['b.example.com 60 A 192.0.2.2', 'b.x.example.com 60 A 192.0.2.2'],
);
test(
  'a file without a newline at its end is read',
  includes,
  '$INCLUDE f\na 60 A 192.0.2.1\n',
  { f: 'b 60 A 192.0.2.2' },
  ['b.example.com 60 A 192.0.2.2', 'a.example.com 60 A 192.0.2.1'],
);
test(
  'a fault in the file is reported there',
  includes,
  '$INCLUDE f\na 60 A 192.0.2.1\n',
  { f: '\nb 60 A x\nc 60 TXT (\n' },
  ['a.example.com 60 A 192.0.2.1'],
  ['BAD_CONTENT f:2:8', 'UNCLOSED_PARENTHESIS f:3:10'],
);
test(
  'a file that is not there is an error at the directive',
  includes,
  '$INCLUDE f\na 60 A 192.0.2.1\n',
  {},
  ['a.example.com 60 A 192.0.2.1'],
  ['INCLUDE_FAILED 1:10'],
);
test(
  'a word too many is an error',
  includes,
  '$INCLUDE f x y\n',
  { f: 'b 60 A 192.0.2.2\n' },
  [],
  ['BAD_DIRECTIVE 1:14'],
);
test(
  'a file that includes itself is an error',
  includes,
  '$INCLUDE f\na 60 A 192.0.2.1\n',
  { f: 'b 60 A 192.0.2.2\n$INCLUDE f\n' },
  ['b.example.com 60 A 192.0.2.2', 'a.example.com 60 A 192.0.2.1'],
  ['INCLUDE_CYCLE f:2:10'],
);
test(
  'a cycle of files is an error',
  includes,
  '$INCLUDE f\n',
  { f: '$INCLUDE g\n', g: '$INCLUDE zone\n', zone: '' },
  [],
  ['INCLUDE_CYCLE g:1:10'],
);

test('more than 20 files deep is an error', (t) => {
  const deep = (path: string) => ({ file: path, input: [Buffer.from(`$INCLUDE ${Number(path) + 1}\n`)] });
  t.deepEqual(trailOf('$INCLUDE 1\n', { include: deep }).errors, ['INCLUDE_TOO_DEEP 20:1:10']);
});

test('without an opener $INCLUDE is an error', (t) => {
  t.deepEqual(trailOf('$INCLUDE f\n').errors, ['INCLUDE_FAILED 1:10']);
});

test('the opener is told which file includes the other', (t) => {
  const opened: string[][] = [];
  const include = (path: string, includedFrom: string) => {
    opened.push([path, includedFrom]);
    return { file: `/zones/${path}`, input: [Buffer.from(path === 'f' ? '$INCLUDE g\n' : '')] };
  };
  t.deepEqual(trailOf('$INCLUDE f\n', { include }).errors, []);
  t.deepEqual(opened, [
    ['f', 'zone'],
    ['g', '/zones/f'],
  ]);
});

test('a file that breaks off is an error at the directive', (t) => {
  function* input() {
    yield Buffer.from('b 60 A 192.0.2.2\n');
    throw new Error('is a directory');
  }
  const trail = trailOf('\n$INCLUDE f\na 60 A 192.0.2.1\n', {
    include: () => ({ file: 'f', input: input() }),
  });
  t.deepEqual(trail.errors, ['INCLUDE_FAILED 2:10']);
  t.deepEqual(trail.records, ['b.example.com 60 A 192.0.2.2', 'a.example.com 60 A 192.0.2.1']);
});
