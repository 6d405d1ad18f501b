import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { readLines, writeAll } from '../../src/wire/stdio.js';

const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-stdio-'));
let files = 0;

/** The lines that are read from a file of these bytes. */
function linesOf(bytes: string, maxLineBytes?: number, stopAt?: string): [string, boolean][] {
  const file = join(directory, `in-${files++}`);
  writeFileSync(file, bytes, 'latin1');
  const fd = openSync(file, 'r');
  const lines: [string, boolean][] = [];
  readLines(
    fd,
    (line, isWhole) => {
      lines.push([line, isWhole]);
      return line !== stopAt;
    },
    maxLineBytes === undefined ? {} : { maxLineBytes },
  );
  closeSync(fd);
  return lines;
}

test('lines come one by one, empty ones too, without their newline', (t) => {
  t.deepEqual(linesOf('a\n\nb\tc\n'), [
    ['a', true],
    ['', true],
    ['b\tc', true],
  ]);
});

test('a last line without newline is not a line', (t) => {
  t.deepEqual(linesOf('a\nEN'), [['a', true]]);
  t.deepEqual(linesOf(''), []);
});

test('a byte is a character, whatever its value', (t) => {
  t.deepEqual(linesOf('\x00\xff\xc3\xa9\n'), [['\x00\xff\xc3\xa9', true]]);
});

test('a line of the limit is whole; a longer one is cut there, and its neighbours are unharmed', (t) => {
  t.deepEqual(linesOf('12345678\na\n', 8), [
    ['12345678', true],
    ['a', true],
  ]);
  t.deepEqual(linesOf('before\n123456789\nafter\n', 8), [
    ['before', true],
    ['12345678', false],
    ['after', true],
  ]);
  t.deepEqual(linesOf(`x\n${'y'.repeat(1000)}\nz\n`, 8), [
    ['x', true],
    ['yyyyyyyy', false],
    ['z', true],
  ]);
});

test('a line that is too long and never ends is never handed over', (t) => {
  t.deepEqual(linesOf('y'.repeat(1000), 8), []);
});

test('many lines longer than one buffer in all arrive whole', (t) => {
  const sent = Array.from({ length: 5000 }, (_, i) => `line ${i}`);
  t.deepEqual(
    linesOf(`${sent.join('\n')}\n`, 64).map(([line]) => line),
    sent,
  );
});

test('reading stops when the reader says so', (t) => {
  t.deepEqual(linesOf('a\nb\nc\n', 64, 'b'), [
    ['a', true],
    ['b', true],
  ]);
});

test('text is written whole, a byte for each character', (t) => {
  const file = join(directory, 'out');
  const fd = openSync(file, 'w');
  t.true(writeAll(fd, '\xff'.repeat(200_000)));
  closeSync(fd);
  t.true(readFileSync(file).equals(Buffer.alloc(200_000, 0xff)));
});
