import test from 'ava';
import {
  foldName,
  formatName,
  isWithin,
  nameOfLabels,
  nameOfSortKey,
  parentName,
  parseName,
  sortKey,
} from '../../src/dns/names.js';

const label63 = 'a'.repeat(63);
const bytes253 = `${label63}.${label63}.${label63}.${'b'.repeat(61)}`;

const parses = test.macro({
  exec: (t, text: string, origin: string | undefined, expected: string) =>
    t.is(parseName(text, origin), expected),
  title: (_, text, origin, expected) => `${text} under ${origin ?? 'no origin'} is ${expected}`,
});

test(parses, 'www.Example.COM.', undefined, 'www.Example.COM');
test(parses, 'www.Example.COM', undefined, 'www.Example.COM');
test(parses, '.', undefined, '.');
test(parses, '.', 'example.com', '.');
test(parses, '@', 'example.com', 'example.com');
test(parses, '@', '.', '.');
test(parses, '@', undefined, '@');
test(parses, '\\@', 'example.com', '@.example.com');
test(parses, 'www', 'example.com', 'www.example.com');
test(parses, 'www', '.', 'www');
test(parses, 'www.', 'example.com', 'www');
test(parses, '*', 'example.com', '*.example.com');
test(parses, 'a\\.b', 'example.com', 'a\\.b.example.com');
test(parses, 'a\\046b.', 'example.com', 'a\\.b');
test(parses, 'a\\.', 'example.com', 'a\\..example.com');
test(parses, 'a\\\\b\\092c', undefined, 'a\\\\b\\\\c');
test(parses, '\\065\\;\\"\\(\\$', undefined, 'A;"($');
test(parses, 'a\\032b\\ c d\\000\\127', undefined, 'a\\032b\\032c\\032d\\000\\127');
test(parses, '\xc3\xa9\\255', undefined, '\\195\\169\\255');
test(parses, `${label63}.`, undefined, label63);
test(parses, '\\097'.repeat(63), undefined, label63);
test(parses, bytes253, undefined, bytes253);
test(parses, bytes253.replace('b', '\\098'), '.', bytes253);

const refuses = test.macro({
  exec: (t, text: string, origin: string | undefined, message: RegExp) => {
    t.throws(() => parseName(text, origin), { name: 'DnsError', code: 'BAD_NAME', message });
    if (origin === undefined) {
      t.throws(() => (text.length < 250 ? sortKey(text) : parseName(text)), { code: 'BAD_NAME' });
    }
  },
  title: (_, text, origin) => `'${text}' under ${origin ?? 'no origin'} is no name`,
});

test(refuses, '', undefined, /empty label/);
test(refuses, '', 'example.com', /empty label/);
test(refuses, 'a..b', undefined, /'a\.\.b' has an empty label/);
test(refuses, '.a', undefined, /empty label/);
test(refuses, 'a..', undefined, /empty label/);
test(refuses, '..', undefined, /empty label/);
test(refuses, 'a\\.b..', undefined, /empty label/);
test(refuses, 'a\\', undefined, /single backslash/);
test(refuses, 'a\\25.b', undefined, /bad escape '\\25\.'/);
test(refuses, 'a\\256', undefined, /bad escape '\\256'/);
test(refuses, 'a\\2', undefined, /bad escape/);
test(refuses, '\u201ca', undefined, /above U\+00FF/);
test(refuses, `${label63}a`, 'example.com', /has 64 bytes: at most 63/);
test(refuses, `${'\\097'.repeat(64)}`, 'example.com', /has 64 bytes/);
test(refuses, `${bytes253}b`, undefined, /is 256 bytes long/);
test(refuses, bytes253, 'com', /is 259 bytes long with its origin: at most 255/);

const hasKey = test.macro({
  exec: (t, name: string, key: string, back: string) => {
    t.is(sortKey(name), key);
    t.is(nameOfSortKey(key), back);
  },
  title: (_, name, key) => `the sort key of ${name} is '${key}', and leads back`,
});

test(hasKey, '.', '', '.');
test(hasKey, 'COM', 'com', 'com');
test(hasKey, 'www.Example.com', 'com example www', 'www.example.com');
test(hasKey, '_443._tcp.*.EXAMPLE.com', 'com example * _tcp _443', '_443._tcp.*.example.com');
test(hasKey, 'a\\.B.c\\\\.d', 'd c\\\\ a\\.b', 'a\\.b.c\\\\.d');
test(hasKey, 'a\\032b.com', 'com a\\032b', 'a\\032b.com');
test(hasKey, 'a b.com.', 'com a\\032b', 'a\\032b.com');
test(hasKey, 'a\\\\.b', 'b a\\\\', 'a\\\\.b');
test(hasKey, '\xc9.com', 'com \\201', '\\201.com');
test(hasKey, '\\201\\065.com', 'com \\201a', '\\201a.com');

test('in the order of sort keys each name comes right before its descendants', (t) => {
  const ordered = [
    '.',
    'com',
    'example.com',
    '!.example.com',
    'a.example.com',
    'b.a.example.com',
    'a-b.example.com',
    'example-x.com',
    'org',
  ];
  const shuffled = [...ordered].reverse();
  t.deepEqual(
    shuffled.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)),
    ordered,
  );
});

test('the parent of a name is one label up, past escaped dots; the root has none', (t) => {
  t.is(parentName('www.example.com'), 'example.com');
  t.is(parentName('com'), '.');
  t.is(parentName('a\\.b.com'), 'com');
  t.is(parentName('a\\\\.com'), 'com');
  t.is(parentName('.'), undefined);
});

test('a name is within a zone if it is its apex or below it, whatever the case', (t) => {
  t.true(isWithin('Example.com', 'example.COM'));
  t.true(isWithin('a.b.example.com', 'example.com'));
  t.true(isWithin('com', '.'));
  t.true(isWithin('.', '.'));
  t.false(isWithin('badexample.com', 'example.com'));
  t.false(isWithin('com', 'example.com'));
  t.false(isWithin('a\\.example.com', 'example.com'));
});

test('only ASCII letters are folded', (t) => {
  t.is(foldName('WwW.\\201.EXAMPLE'), 'www.\\201.example');
});

test('a zone file gets a final dot, and a backslash before what it would read as something else', (t) => {
  t.is(formatName('.'), '.');
  t.is(formatName('www.Example.com'), 'www.Example.com.');
  t.is(formatName('@.a;b"c(d)$e.com'), '\\@.a\\;b\\"c\\(d\\)\\$e.com.');
  t.is(formatName('a\\.b\\\\;.com'), 'a\\.b\\\\\\;.com.');
});

test('labels on the wire become a name in normal form', (t) => {
  t.is(nameOfLabels([]), '.');
  t.is(nameOfLabels([Buffer.from('a.b\\ c'), Buffer.from([0x43, 0xff])]), 'a\\.b\\\\\\032c.C\\255');
});
