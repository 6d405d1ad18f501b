import test from 'ava';
import { Draft } from '../../src/store/draft.js';
import { checkZone } from '../../src/store/drafted-nodes.js';
import type { PlacedRecord } from '../../src/store/placed-record.js';
import { StoreError } from '../../src/store/store-error.js';
import { records, soa } from './example-zone.js';

/** Records as they stand in a file, one a line. */
function placed(file: string, ...lines: readonly string[]): PlacedRecord[] {
  return records(...lines).map((record, at) => ({ ...record, file, line: at + 1, column: 1 }));
}

function draftOf(t: { teardown(close: () => void): void }, ...added: readonly PlacedRecord[]): Draft {
  const draft = new Draft();
  t.teardown(() => draft.close());
  for (const record of added) draft.add(record);
  return draft;
}

/** `name: lines`, and `place type owner` of each record that names it as a host. */
function ownersOf(draft: Draft): string[] {
  return [...draft.owners()].map(({ name, lines, wanted }) => {
    const by = wanted.map(({ type, owner }) => ` <- ${type} ${owner}`).join('');
    return `${name}: ${lines.replaceAll('\n', ' | ')}${by}`;
  });
}

test('owners come in the order of their sort keys, each with its records in the order in which they came', (t) => {
  const draft = draftOf(
    t,
    ...records('b.example 60 A 192.0.2.1', 'a.B.example 60 A 192.0.2.2', 'example 60 A 192.0.2.3'),
    ...records('B.example 60 TXT "x"', 'a-b.example 60 A 192.0.2.4'),
  );
  t.deepEqual(ownersOf(draft), [
    'example: A 60 192.0.2.3',
    'example a-b: A 60 192.0.2.4',
    'example b: A 60 192.0.2.1 | TXT 60 "x"',
    'example b a: A 60 192.0.2.2',
  ]);
});

test('a host that records name comes in order too, whether it has records or not', (t) => {
  const draft = draftOf(
    t,
    ...records(
      'example 60 MX 10 Mail.example.',
      'x.example 60 MX 20 mail.example.',
      'a.example 60 NS ns.net.',
    ),
    ...records('mail.example 60 A 192.0.2.1', '_sip.example 60 SRV 1 2 3 .'),
  );
  t.deepEqual(ownersOf(draft), [
    'example: MX 60 10 Mail.example.',
    'example _sip: SRV 60 1 2 3 .',
    'example a: NS 60 ns.net.',
    'example mail: A 60 192.0.2.1 <- MX example <- MX example x',
    'example x: MX 60 20 mail.example.',
    'net ns:  <- NS example a',
  ]);
});

test('a hundred thousand records in any order come out in order', (t) => {
  const draft = draftOf(t);
  for (let at = 0; at < 100_000; at++) {
    // 7919 and 50000 have no common divisor: each name comes twice.
    const name = String((at * 7919) % 50_000).padStart(5, '0');
    draft.add({ name: `h${name}.example`, type: 'TXT', ttl: 60, content: `"${at}"` });
  }
  let count = 0;
  let last = '';
  for (const { name, lines } of draft.owners()) {
    if (name <= last || lines.split('\n').length !== 2) t.fail(`${name} after ${last}: ${lines}`);
    last = name;
    count += 1;
  }
  t.is(count, 50_000);
});

test('each line knows its place, from whatever files', (t) => {
  const draft = draftOf(t, ...placed('a b:c', 'x.example 60 A 192.0.2.1', 'x.example 60 A 192.0.2.2'));
  draft.add({ name: 'y.example', type: 'A', ttl: 60, content: '192.0.2.3' });
  draft.add({
    name: 'X.example',
    type: 'A',
    ttl: 60,
    content: '192.0.2.4',
    file: 'other',
    line: 7,
    column: 3,
  });
  const places = [...draft.owners()].map((owner) => owner.places.split(' ').map((text) => draft.place(text)));
  t.deepEqual(places, [
    [
      { file: 'a b:c', line: 1, column: 1 },
      { file: 'a b:c', line: 2, column: 1 },
      { file: 'other', line: 7, column: 3 },
    ],
    [undefined],
  ]);
});

test('a cleared draft is empty, and can be used again', (t) => {
  const draft = draftOf(t, ...placed('zone', 'x.example 60 A 192.0.2.1'));
  draft.clear();
  t.deepEqual(ownersOf(draft), []);
  for (const record of placed('second', 'x.example 60 A 192.0.2.9')) draft.add(record);
  const [owner] = draft.owners();
  t.is(owner?.lines, 'A 60 192.0.2.9');
  t.deepEqual(draft.place(owner!.places), { file: 'second', line: 1, column: 1 });
});

test('what is no record is refused, and the draft goes on', (t) => {
  const draft = draftOf(t);
  const bad = { name: 'x.example', type: 'A', ttl: 60, content: 'a\nb' };
  t.throws(() => draft.add(bad), { instanceOf: StoreError, code: 'BAD_RECORD' });
  draft.add({ ...bad, content: '192.0.2.1' });
  t.deepEqual(ownersOf(draft), ['example x: A 60 192.0.2.1']);
});

const finds = test.macro((t, lines: readonly string[], ...found: readonly string[]) => {
  const draft = draftOf(
    t,
    ...placed('zone', `example.com 60 SOA ${soa}`, 'example.com 60 NS ns.net.', ...lines),
  );
  const problems: string[] = [];
  checkZone('Example.com', draft, {
    onProblem: ({ severity, code, message, place }) =>
      problems.push(`${place?.line}:${place?.column} ${severity} ${code} ${message.split(': ')[0]}`),
  });
  t.deepEqual(problems, found);
});
test(
  'all that is wrong is told, each with its line',
  finds,
  [
    'a.example.com 60 CNAME b.example.com.',
    'www.example.net 60 A 192.0.2.1',
    'a.example.com 60 A 192.0.2.1',
    'a.example.com 90 A 192.0.2.2',
    'b.example.com 60 TXT "x"',
    'b.example.com 60 TXT "x"',
  ],
  '5:1 error CNAME_AND_OTHER_DATA a.example.com has a CNAME and A',
  '6:1 warning TTL_DIFFERS a.example.com A',
  '8:1 warning DUPLICATE b.example.com TXT "x" stands twice',
  '4:1 error OUT_OF_ZONE www.example.net is not in the zone example.com',
);
test(
  'a host in the zone that has no address is told',
  finds,
  [
    'example.com 60 MX 10 mail.example.com.',
    'example.com 60 MX 20 mail.example.net.',
    '_sip._tcp.example.com 60 SRV 0 0 5060 sip.example.com.',
    '_sip._udp.example.com 60 SRV 0 0 0 .',
    'x.example.com 60 MX 10 v6.example.com.',
    'v6.example.com 60 AAAA 2001:db8::1',
  ],
  '3:1 warning NO_ADDRESS example.com MX',
  '5:1 warning NO_ADDRESS _sip._tcp.example.com SRV',
);
test(
  'a host whose name is a CNAME is told (RFC 2181, section 10.3)',
  finds,
  ['example.com 60 MX 10 mail.example.com.', 'mail.example.com 60 CNAME www.example.com.'],
  '3:1 warning TARGET_IS_ALIAS example.com MX',
);
test(
  'a name server below its own delegation needs glue; one below another has it there',
  finds,
  [
    'a.example.com 60 NS ns.a.example.com.',
    'b.example.com 60 NS ns.a.example.com.',
    'c.example.com 60 NS ns.c.example.com.',
    'ns.c.example.com 60 A 192.0.2.1',
    'd.example.com 60 NS d.example.com.',
  ],
  '3:1 warning NO_ADDRESS a.example.com NS',
  '7:1 warning NO_ADDRESS d.example.com NS',
);
test('a host that a wildcard stands for is not missed', finds, [
  'example.com 60 MX 10 mail.sub.example.com.',
  '*.example.com 60 A 192.0.2.1',
]);
test(
  'what is below a DNAME is hidden (RFC 6672, section 2.4)',
  finds,
  ['d.example.com 60 DNAME example.net.', 'x.d.example.com 60 A 192.0.2.1', 'd-e.example.com 60 A 192.0.2.1'],
  '4:1 warning BELOW_DNAME x.d.example.com is below the DNAME of d.example.com, which hides it',
);

test('a zone without its apex, or of nothing, has no SOA', (t) => {
  for (const lines of [['www.example.com 60 A 192.0.2.1'], []]) {
    const codes: string[] = [];
    const draft = draftOf(t, ...placed('zone', ...lines));
    t.false(checkZone('example.com', draft, { onProblem: ({ code }) => codes.push(code) }).isFit);
    t.deepEqual(codes, ['NO_SOA']);
  }
});
