import test from 'ava';
import { readSqlTable } from '../../src/zonefile/sql-table.js';
import { ZoneFileError } from '../../src/zonefile/zone-file-error.js';

const read = (text: string, isRaw = false) => [
  ...readSqlTable([Buffer.from(text, 'latin1')], { file: '<stdin>', isRaw }),
];
const plain = {
  zone: 'example.com',
  zoneKey: 'example.com',
  name: 'h.example.com',
  type: 'A',
  content: '192.0.2.1',
  ttl: '60',
  prio: '',
  disabled: '0',
};

test('mysql --batch: tabs, escapes, and NULL where it can only be that', (t) => {
  const text =
    'zone\tname\ttype\tcontent\tttl\tprio\tdisabled\n' +
    'example.com\th.example.com\tA\t192.0.2.1\t60\tNULL\t0\n' +
    'example.com\th.example.com\tTXT\t"a\\\\"b\\tc\\\\\\\\d"\tNULL\t0\t1\n' +
    'example.com\th.example.com\tTXT\tNULL\t60\t0\t0\n' +
    'example.com\tent.example.com\tNULL\tNULL\t60\t0\t0\n';
  t.deepEqual(read(text), [
    { ...plain, line: 2 },
    { ...plain, type: 'TXT', content: '"a\\"b\tc\\\\d"', ttl: '', prio: '0', disabled: '1', line: 3 },
    { ...plain, type: 'TXT', content: 'NULL', prio: '0', line: 4 },
    { ...plain, name: 'ent.example.com', type: '', content: 'NULL', prio: '0', line: 5 },
  ]);
});

test('mysql --raw and psql -A: tabs, fields as they are, and rows counted at the end', (t) => {
  const text =
    'name\ttype\tcontent\tttl\tprio\tdisabled\tdomain_id\n' +
    'h.example.com\tTXT\t"a\\"b\\\\c\\009"\t60\t\tf\t7\n' +
    '(1 row)\n';
  const [row] = read(text, true);
  t.deepEqual(row, {
    ...plain,
    zone: undefined,
    zoneKey: '7',
    type: 'TXT',
    content: '"a\\"b\\\\c\\009"',
    disabled: 'f',
    line: 2,
  });
});

test('psql --csv and COPY: commas, doubled quotes, line ends within quotes', (t) => {
  const text =
    'zone,name,type,content,ttl,prio,disabled\r\n' +
    'example.com,h.example.com,TXT,"""a, b\\""c""",60,,f\r\n' +
    'example.com,h.example.com,TXT,"x\ny",60,,f\n' +
    '"example.com",h.example.com,A,"192.0.2.1",60,"",0\n';
  t.deepEqual(read(text), [
    { ...plain, type: 'TXT', content: '"a, b\\"c"', disabled: 'f', line: 2 },
    { ...plain, type: 'TXT', content: 'x\ny', disabled: 'f', line: 3 },
    { ...plain, line: 5 },
  ]);
});

test('COPY in its text format: \\N is NULL', (t) => {
  const [row] = read(
    'zone\tname\ttype\tcontent\tttl\tprio\nexample.com\th.example.com\tA\t192.0.2.1\t60\t\\N\n',
  );
  t.deepEqual(row, { ...plain, line: 2 });
});

test('columns come in any order, by any of their names, and others do not count', (t) => {
  const [row] = read('TTL,id,Content,Type,Name,Domain,auth\n60,1,192.0.2.1,A,h.example.com,Example.com,1\n');
  t.deepEqual(row, { ...plain, zone: 'Example.com', line: 2 });
});

test('a table is the same however its bytes are cut', (t) => {
  const text = 'zone,name,type,content,ttl\r\nz,h,TXT,"a ""b""\r\nc",60\r\nz,i,A,192.0.2.1,60\r\n';
  const whole = read(text);
  t.is(whole.length, 2);
  const bytes = Buffer.from(text);
  for (let at = 1; at < bytes.length; at++) {
    t.deepEqual([...readSqlTable([bytes.subarray(0, at), bytes.subarray(at)], { file: '<stdin>' })], whole);
  }
});

const isWrong = test.macro({
  exec(t, text: string, because: RegExp) {
    const error = t.throws(() => read(text), { instanceOf: ZoneFileError });
    t.is(error!.code, 'BAD_TABLE');
    t.regex(error!.message, because);
  },
  title: (note) => `${note} is an error with the line`,
});

const head = 'zone\tname\ttype\tcontent\tttl\n';
test('no text at all', isWrong, '', /:1:1: there is nothing here: .*SELECT/);
test(
  'a table without a line of names',
  isWrong,
  'z\th\tA\t192.0.2.1\t60\n',
  /:1:1: .*name, type, content, ttl is missing/,
);
test('a column that is there twice', isWrong, 'name,name,type,content,ttl\n', /two columns are a name/);
test('a psql table with bars', isWrong, 'name|type|content|ttl\n', /parted by tabs or commas/);
test(
  'a row with another number of columns',
  isWrong,
  `${head}z\th\tA\n`,
  /:2:1: 3 columns where the first line names 5/,
);
test('a last line without its end', isWrong, `${head}z\th\tA\t192.0.2.1\t60`, /:2:1: no newline .*cut off/);
test(
  'a quote that is never closed',
  isWrong,
  'name,type,content,ttl\nz,"TXT,x,60\nz,TXT,x,60\n',
  /:2:1: a quote here is never closed/,
);
test(
  'a quote within a field',
  isWrong,
  'name,type,content,ttl\nz,TXT,a"b"c,60\n',
  /:2:1: a quote within a field/,
);
test(
  'text that mysql --batch would have escaped',
  isWrong,
  `${head}z\th\tTXT\t"a\\"b"\t60\n`,
  /:2:1: '\\"' is no escape .*--raw/,
);
test(
  'a decimal escape of DNS where mysql --batch has its own',
  isWrong,
  `${head}z\th\tTXT\t"a\\009b"\t60\n`,
  /'\\009' is no escape/,
);
test('a line without end', isWrong, `${head}${'x'.repeat(1_100_000)}`, /:2:1: this row is longer than/);
test(
  'a quote that stays open for too long',
  isWrong,
  `name,type,content,ttl\nz,TXT,"${'x\n'.repeat(600_000)}`,
  /:2:1: this row is longer than/,
);
