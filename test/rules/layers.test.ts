import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';

/** Which rooms a room may import from, beside itself. This test is the document of the architecture. */
const mayImport: Record<string, readonly string[]> = {
  dns: [],
  wire: [],
  zonefile: ['dns'],
  protocol: ['dns'],
  conversation: ['protocol', 'wire'],
  store: ['conversation', 'protocol', 'zonefile', 'dns'],
  serve: ['conversation', 'protocol', 'wire'],
  kit: ['conversation', 'protocol', 'wire'],
  bench: ['conversation', 'protocol', 'wire'],
  cli: ['serve', 'store', 'kit', 'bench', 'conversation', 'protocol', 'wire', 'zonefile', 'dns'],
};

/** Packages that one room alone may import. */
const packageRoom: Record<string, string> = {
  'better-sqlite3': 'store',
  split2: 'wire',
  yargs: 'cli',
  'cli-progress': 'cli',
};

/** The only builtins that pure rooms may import: none. */
const pureRooms = ['dns', 'zonefile', 'protocol'];

const src = new URL('../../../src/', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const textOf = (file: string) => readFileSync(new URL(file, src), 'utf8');
const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(|\brequire\w*\(|^import)\s*'([^']+)'/gm)].map((match) => match[1]!);

test('every room imports only what stands to its right', (t) => {
  for (const file of files) {
    const room = file.includes('/') ? file.split('/')[0]! : 'index';
    const allowed = room === 'index' ? Object.keys(mayImport) : mayImport[room];
    t.truthy(allowed, `${file} stands in a room that is not in the plan`);
    for (const specifier of importsOf(textOf(file))) {
      const other = /^(?:\.\.\/)+([\w-]+)\//.exec(specifier)?.[1];
      if (other !== undefined) t.true(allowed!.includes(other), `${file} imports ${specifier}`);
    }
  }
});

test('a package is imported in its own room alone', (t) => {
  for (const file of files) {
    for (const specifier of importsOf(textOf(file))) {
      if (specifier.startsWith('.') || specifier.startsWith('node:')) continue;
      t.is(packageRoom[specifier], file.split('/')[0], `${file} imports ${specifier}`);
    }
  }
});

test('the rooms that are pure import nothing of Node', (t) => {
  for (const file of files.filter((each) => pureRooms.includes(each.split('/')[0]!)))
    t.deepEqual(
      importsOf(textOf(file)).filter((specifier) => specifier.startsWith('node:')),
      [],
      file,
    );
});

test('every file begins with the question that it answers, and none is a drawer for everything', (t) => {
  for (const file of files) {
    t.regex(textOf(file), /^\/\*\* [^\n]+\n/, file);
    t.notRegex(file, /(utils?|helpers?|common|manager|misc|\btypes)\.ts$/, file);
    t.regex(file.split('/').pop()!, /^[a-z0-9]+(-[a-z0-9]+)*\.ts$/, file);
  }
});
