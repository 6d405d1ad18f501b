/** Does a record get the TTL that named gives it? */

import test from 'ava';
import { trailOf } from './trail.js';

const SOA = 'SOA n. h. 1 2 3 4';

const gives = test.macro((t, text: string, ttls: number[], warnings: string[] = []) => {
  const trail = trailOf(text);
  t.deepEqual(trail.errors, []);
  t.deepEqual(
    trail.records.map((record) => Number(record.split(' ')[1])),
    ttls,
  );
  t.deepEqual(trail.warnings, warnings);
});

test("a record's own TTL comes before $TTL", gives, '$TTL 300\na 60 A 192.0.2.1\n', [60]);
test(
  'with $TTL, the TTL of the record before counts for nothing',
  gives,
  '$TTL 300\n@ 86400 NS n.\nwww A 192.0.2.2\n',
  [86400, 300],
);
test('$TTL holds from its line on', gives, '$TTL 300\na A 192.0.2.1\n$TTL 60\na A 192.0.2.2\n', [300, 60]);
test('$TTL 0 is a TTL', gives, '$TTL 0\na A 192.0.2.1\n', [0]);
test(
  'without $TTL, the TTL of the record before counts',
  gives,
  `@ IN 7200 ${SOA} 300\nwww A 192.0.2.1\n 60 TXT x\n A 192.0.2.3\n`,
  [7200, 7200, 60, 60],
  ['TTL_FROM_RECORD_BEFORE 2:5'],
);
test(
  'without any TTL, the minimum of the SOA counts, with one warning',
  gives,
  `@ IN ${SOA} 300\nwww A 192.0.2.1\n`,
  [300, 300],
  ['TTL_FROM_SOA 1:6'],
);
test(
  'the minimum of the SOA then stands for $TTL',
  gives,
  `@ ${SOA} 5m\na 60 A 192.0.2.1\na A 192.0.2.2\n`,
  [300, 60, 300],
  ['TTL_FROM_SOA 1:3'],
);
test(
  'a SOA takes the TTL of a record before rather than its minimum',
  gives,
  `a 60 A 192.0.2.1\n@ ${SOA} 300\na A 192.0.2.1\n`,
  [60, 60, 60],
  ['TTL_FROM_RECORD_BEFORE 2:3'],
);
test(
  'without $TTL, a TTL that is not that of the rrset is not what the next record gets',
  gives,
  'a 60 A 192.0.2.1\n 300 A 192.0.2.2\n TXT x\nb 300 A 192.0.2.1\n TXT x\n',
  [60, 300, 60, 300, 300],
  ['TTL_FROM_RECORD_BEFORE 3:2'],
);
test(
  'a record out of the zone has no rrset that could have another TTL',
  gives,
  'out.test. 60 A 192.0.2.1\n 70 A 192.0.2.2\nb TXT x\n',
  [60, 70, 70],
  ['TTL_FROM_RECORD_BEFORE 3:3'],
);

test('$INCLUDE parts rrsets, and so does the end of its file', (t) => {
  const include = () => ({ file: 'f', input: [Buffer.from(' 70 A 192.0.2.2\nb TXT x\na 80 A 192.0.2.3\n')] });
  const { records } = trailOf('a 60 A 192.0.2.1\n$INCLUDE f\na 90 A 192.0.2.4\nb TXT x\n', { include });
  const ttls = records.map((record) => Number(record.split(' ')[1]));
  t.deepEqual(ttls, [60, 70, 70, 80, 90, 90]);
});

test(
  'units are read, in any case and combination',
  gives,
  '$TTL 1h30m\na A 192.0.2.1\na 1W A 192.0.2.1\na 2d IN A 192.0.2.1\n',
  [5400, 604800, 172800],
);
test(
  'a TTL above 2147483647 counts as 0',
  gives,
  'a 2147483647 A 192.0.2.1\na 2147483648 A 192.0.2.1\n$TTL 4294967295\na A 192.0.2.1\n',
  [2147483647, 0, 0],
  ['TTL_TOO_LARGE 2:3', 'TTL_TOO_LARGE 3:6'],
);
test(
  'an [AGE:..] of an old dump is left out',
  gives,
  'h [AGE:3636591] 600 A 192.0.2.9\n',
  [600],
  ['AGE_IGNORED 1:3'],
);

test('a record before any TTL is an error, and the next ones are read', (t) => {
  const { records, errors } = trailOf('a A 192.0.2.1\nb 60 A 192.0.2.1\n');
  t.deepEqual(errors, ['NO_TTL 1:3']);
  t.deepEqual(records, ['b.example.com 60 A 192.0.2.1']);
});
