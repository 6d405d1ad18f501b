import test from 'ava';
import { DnsError } from '../../src/dns/dns-error.js';
import { Transfer } from '../../src/dns/transfer.js';

const name = (text: string) =>
  text === '.'
    ? Buffer.of(0)
    : Buffer.concat([
        ...text.split('.').flatMap((label) => [Buffer.of(label.length), Buffer.from(label)]),
        Buffer.of(0),
      ]);
const u16 = (number: number) => Buffer.of(number >> 8, number & 0xff);
const record = (owner: string, type: number, rdata: Buffer) =>
  Buffer.concat([name(owner), u16(type), u16(1), u16(0), u16(60), u16(rdata.length), rdata]);
const soa = (owner = 'example.com', serial = 1) =>
  record(
    owner,
    6,
    Buffer.concat([
      name('ns.example.com'),
      name('h.example.com'),
      Buffer.alloc(16),
      Buffer.of(0, 0, 0, serial),
    ]),
  );
const a = (owner = 'www.example.com') => record(owner, 1, Buffer.of(192, 0, 2, 1));
const message = (
  records: readonly Buffer[],
  { id = 7, flags = 0x8400, question = undefined as string | undefined } = {},
) =>
  Buffer.concat([
    ...[id, flags, question === undefined ? 0 : 1, records.length, 0, 0].map(u16),
    ...(question === undefined ? [] : [name(question), u16(252), u16(1)]),
    ...records,
  ]);

const take = (...messages: readonly Buffer[]) => {
  const transfer = new Transfer('example.com', 7);
  const records = messages
    .flatMap((bytes) => [...transfer.records(bytes)])
    .map((each) => `${each.name} ${each.type}`);
  return { records, isComplete: transfer.isComplete };
};

test('a zone in one message', (t) => {
  t.deepEqual(take(message([soa(), a(), soa()], { question: 'example.com' })), {
    records: ['example.com SOA', 'www.example.com A'],
    isComplete: true,
  });
});

test('a zone in several messages, with and without the question, its name in other letters', (t) => {
  const messages = [
    message([soa()], { question: 'EXAMPLE.com' }),
    message([a(), a('b.example.com')]),
    message([soa('example.COM')]),
  ];
  t.deepEqual(take(...messages), {
    records: ['example.com SOA', 'www.example.com A', 'b.example.com A'],
    isComplete: true,
  });
});

test('a zone is not complete before its SOA comes again; that of another name does not count', (t) => {
  t.false(take(message([soa(), a()])).isComplete);
  t.deepEqual(take(message([soa(), soa('sub.example.com')])), {
    records: ['example.com SOA', 'sub.example.com SOA'],
    isComplete: false,
  });
});

const fails = test.macro({
  exec(t, code: DnsError['code'], because: RegExp, ...messages: readonly Buffer[]) {
    const error = t.throws(() => take(...messages), { instanceOf: DnsError });
    t.is(error!.code, code);
    t.regex(error!.message, because);
    t.regex(error!.message, /example\.com/);
  },
  title: (note, code: string) => `${note}: ${code}`,
});

test('REFUSED', fails, 'NO_TRANSFER', /REFUSED.*allow-axfr-ips/, message([], { flags: 0x8005 }));
test('NOTAUTH', fails, 'NO_TRANSFER', /NOTAUTH/, message([], { flags: 0x8009 }));
test('SERVFAIL', fails, 'NO_TRANSFER', /SERVFAIL/, message([], { flags: 0x8002 }));
test('a response code that nobody knows', fails, 'NO_TRANSFER', /RCODE 15/, message([], { flags: 0x800f }));
test('another id', fails, 'BAD_MESSAGE', /no reply to the question/, message([soa(), soa()], { id: 8 }));
test('a question', fails, 'BAD_MESSAGE', /no reply to the question/, message([soa(), soa()], { flags: 0 }));
test('a message that was truncated', fails, 'BAD_MESSAGE', /cut off/, message([soa()], { flags: 0x8600 }));
test(
  'the answer to another question',
  fails,
  'BAD_MESSAGE',
  /example\.net AXFR/,
  message([soa()], { question: 'example.net' }),
);
test('another zone', fails, 'BAD_MESSAGE', /begins with example\.net SOA/, message([soa('example.net')]));
test('no SOA first', fails, 'BAD_MESSAGE', /begins with www\.example\.com A/, message([a(), soa()]));
test(
  'another SOA last',
  fails,
  'BAD_MESSAGE',
  /ends with another SOA.*try again/,
  message([soa(), a()]),
  message([soa('example.com', 2)]),
);
test('records after the end', fails, 'BAD_MESSAGE', /goes on after its end/, message([soa(), soa(), a()]));
