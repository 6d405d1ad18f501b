import test from 'ava';
import { DnsError } from '../../src/dns/dns-error.js';
import { decodeMessage, encodeQuestion } from '../../src/dns/message.js';

/** Bytes from hexadecimal digits, and text in quotes. */
const bytes = (text: string) =>
  Buffer.concat(
    (text.match(/'[^']*'|[0-9a-f]{2}/g) ?? []).map((part) =>
      part.startsWith("'") ? Buffer.from(part.slice(1, -1), 'latin1') : Buffer.from(part, 'hex'),
    ),
  );

/** A reply with one answer: a question for `example.com` at 12, then the answer's owner as a pointer to it, at 29. */
const replyWith = (type: string, rdata: string) => {
  const content = bytes(rdata);
  const length = content.length.toString(16).padStart(4, '0');
  return Buffer.concat([
    bytes(
      `1234 8400 0001 0001 0000 0000 07'example'03'com'00 00fc 0001 c00c ${type} 0001 0000003c ${length}`,
    ),
    content,
  ]);
};

test('a question is encoded with its escapes resolved', (t) => {
  t.deepEqual(
    encodeQuestion(0x1234, 'a\\.b\\255.Example', 'AXFR'),
    bytes("1234 0000 0001 0000 0000 0000 04'a.b'ff07'Example'00 00fc 0001"),
  );
  t.deepEqual(encodeQuestion(1, '.', 'SOA'), bytes('0001 0000 0001 0000 0000 0000 00 0006 0001'));
});

test('header, question and records are decoded', (t) => {
  const message = decodeMessage(replyWith('0001', 'c0000201'));
  t.like(message, {
    id: 0x1234,
    isReply: true,
    isTruncated: false,
    rcode: 0,
    question: { name: 'example.com', type: 'AXFR' },
  });
  const [record] = message.answers;
  t.like(record, { name: 'example.com', type: 'A', ttl: 60 });
  t.is(record!.content(), '192.0.2.1');
});

const contentIs = test.macro({
  exec(t, type: string, rdata: string, content: string) {
    const [record] = decodeMessage(replyWith(type, rdata)).answers;
    t.is(record!.content(), content);
  },
  title: (note) => note!,
});

test('a name is compressed: MX', contentIs, '000f', "000a 04'mail'c00c", '10 mail.example.com.');
test(
  'a dot within a label stays one: SOA',
  contentIs,
  '0006',
  "02'ns'c00c 0a'first.last'c00c 00000001 00000002 00000003 00000004 00000005",
  'ns.example.com. first\\.last.example.com. 1 2 3 4 5',
);
test('bytes beyond ASCII are bytes: CNAME', contentIs, '0005', '02ff20c00c', '\\255\\032.example.com.');
test('a pointer may lead to a pointer: NS', contentIs, '0002', 'c01d', 'example.com.');
test('a string may have any byte: TXT', contentIs, '0010', "03'a\"'00 00", '"a\\"\\000" ""');
test('a type without a layout is generic', contentIs, 'ff14', 'c00c', '\\# 2 c00c');
test('empty RDATA of such a type', contentIs, 'ff14', '', '\\# 0');

const isBadContent = test.macro({
  exec(t, type: string, rdata: string, because: RegExp) {
    const [record] = decodeMessage(replyWith(type, rdata)).answers;
    const error = t.throws(() => record!.content(), { instanceOf: DnsError });
    t.is(error!.code, 'BAD_CONTENT');
    t.regex(error!.message, because);
  },
  title: (note) => `${note}: BAD_CONTENT`,
});

test('a pointer to itself', isBadContent, '0002', 'c029', /leads to itself or forward/);
test('a pointer forward', isBadContent, '0002', 'c0ff', /leads to itself or forward/);
test('labels that lead back to themselves', isBadContent, '0002', "01'a'c029", /leads to itself or forward/);
test('a label of 64 bytes', isBadContent, '0002', '40', /64 bytes: at most 63/);
test('a name that does not end', isBadContent, '0002', "03'abc'", /bytes/);
test('a name that is compressed where no one may', isBadContent, '0027', 'c00c', /RFC 3597 forbids/);
test('a name that goes on behind its content', isBadContent, '000f', '00', /end within/);
test('bytes too much', isBadContent, '0001', 'c0000201ff', /1 bytes too much/);
test('an obsolete type whose names are compressed', isBadContent, '0003', 'c00c', /TYPE3 is obsolete/);
test('a type of questions', isBadContent, '00ff', '', /type of questions/);

const isBad = test.macro({
  exec(t, message: Buffer, because: RegExp) {
    const error = t.throws(() => [...decodeMessage(message).answers], { instanceOf: DnsError });
    t.is(error!.code, 'BAD_MESSAGE');
    t.regex(error!.message, because);
  },
  title: (note) => `${note}: BAD_MESSAGE`,
});

const whole = replyWith('0001', 'c0000201');
test('no header', isBad, whole.subarray(0, 11), /too short/);
test('half a question', isBad, whole.subarray(0, 26), /within its question/);
test('half a name', isBad, whole.subarray(0, 20), /name that can't be read/);
test('half a record', isBad, whole.subarray(0, 35), /ends within example\.com/);
test('half a content', isBad, whole.subarray(0, whole.length - 1), /ends within the content/);
test(
  'fewer records than it says',
  isBad,
  Buffer.concat([whole.subarray(0, 7), Buffer.of(9), whole.subarray(8)]),
  /can't be read/,
);
test(
  'another class',
  isBad,
  Buffer.concat([whole.subarray(0, 34), Buffer.of(3), whole.subarray(35)]),
  /of class 3/,
);

test('a TTL with its highest bit set is 0 (RFC 2181, section 8)', (t) => {
  const message = replyWith('0001', 'c0000201');
  message.writeUInt32BE(0x80000000, 35);
  t.is([...decodeMessage(message).answers][0]!.ttl, 0);
});

test('a message with any one byte changed is decoded or refused, and nothing else happens', (t) => {
  const message = replyWith('0006', "02'ns'c00c 04'host'c00c 00000001 00000002 00000003 00000004 00000005");
  for (let at = 0; at < message.length; at++) {
    for (const byte of [0, 1, 0x3f, 0xc0, 0xff]) {
      const changed = Buffer.from(message);
      changed[at] = byte;
      try {
        for (const record of decodeMessage(changed).answers) record.content();
      } catch (error) {
        t.true(error instanceof DnsError, `${at} ${byte}: ${error}`);
      }
    }
  }
});
