import { join } from 'node:path';
import test from 'ava';
import { connect, openBridge, say, temporaryFolder, type Way, ways } from './bridged-backend.js';

const banner = 'OK\tpdns-pipe test bridge\n';
const soa = 'Q\texample.org\tIN\tSOA\t-1\t0.0.0.0';
const any = 'Q\thost.example.org\tIN\tANY\t1\t192.0.2.9';
const absent = 'Q\tabsent.example.org\tIN\tANY\t1\t192.0.2.9';
const soaRow =
  'DATA\texample.org\tIN\tSOA\t60\t1\tns.example.org hostmaster.example.org 1 7200 3600 1209600 300\n';
const nsRow = 'DATA\texample.org\tIN\tNS\t60\t1\tns.example.org\n';
const hostRow = 'DATA\thost.example.org\tIN\tA\t60\t1\t192.0.2.1\n';
const zoneRows = `${soaRow}${nsRow}${hostRow}`;

/** What is said to PowerDNS at ABI 1, line by line. */
type Dialogue = readonly (readonly [request: string, reply: string])[];

/** The right answers to all kinds of requests, one after the other. */
const right: Dialogue = [
  ['HELO\t1', banner],
  [soa, `${soaRow}END\n`],
  [any, `${hostRow}END\n`],
  [absent, 'END\n'],
  ['AXFR\t1', `${zoneRows}END\n`],
  [any, `${hostRow}END\n`],
];

const log = (reason: string) => `LOG\tthe backend can't be asked: ${reason}\n`;

/** How each kind of request is failed. */
const failed = (reason: string): Dialogue => [
  ['HELO\t1', banner],
  [soa, `${log(reason)}FAIL\nEND\n`],
  [any, `${log(reason)}FAIL\n`],
  ['AXFR\t1', `${log(reason)}FAIL\n`],
];

/** Which one it is depends on how busy this machine is. */
const anyReason = '(any)';

/** `STATE` stands for a file that is not there yet. */
const dialogue = test.macro<[Way, readonly [string, ...string[]], string, Dialogue, number?]>({
  title: (_, way, command, means) => `${command.join(' ')}, a ${way}: ${means}`,
  async exec(t, way, [name, ...args], _means, expected, deadlineMs = 10_000) {
    const state = join(temporaryFolder(t), 'state');
    const command = [name, ...args.map((arg) => (arg === 'STATE' ? state : arg))] as const;
    const { bridge } = await openBridge(t, way, command, { deadlineMs });
    const powerdns = connect(t, bridge);
    for (const [request, reply] of expected) {
      const said = await say(powerdns, request);
      t.is(
        reply.startsWith(log(anyReason))
          ? said.replace(/(?<=^LOG\tthe backend can't be asked: ).+/, anyReason)
          : said,
        reply,
        request,
      );
    }
  },
});

for (const way of ways) {
  /** The answers below have 11, 43 and 4 bytes with the greeting. */
  test.serial(`a backend that dies at each byte of the dialogue, a ${way}: it is asked again`, async (t) => {
    const folder = temporaryFolder(t);
    for (let bytes = 1; bytes <= 58; bytes += 1) {
      const state = join(folder, String(bytes));
      const { bridge } = await openBridge(t, way, ['closes-at-byte', String(bytes), state], {
        deadlineMs: 60_000,
      });
      const powerdns = connect(t, bridge);
      const replies = [];
      for (const request of ['HELO\t1', any, absent, any]) replies.push(await say(powerdns, request));
      t.deepEqual(replies, [banner, `${hostRow}END\n`, 'END\n', `${hostRow}END\n`], `at byte ${bytes}`);
      powerdns.close?.();
    }
  });
  test.serial(dialogue, way, ['honest'], 'its answers pass', right);
  test.serial(dialogue, way, ['chatters'], 'what it says unasked is logged', right);
  test.serial(dialogue, way, ['answers-late', '20'], 'answers within the deadline pass', right);
  test.serial(
    dialogue,
    way,
    ['answers-late', '60000', '3'],
    'a late answer is asked for again',
    [
      ['HELO\t1', banner],
      [soa, `${soaRow}END\n`],
      [any, `${hostRow}END\n`],
      [absent, 'END\n'],
      [any, `${hostRow}END\n`],
      [any, `${hostRow}END\n`],
    ],
    4000,
  );
  test.serial(dialogue, way, ['answers-late', '600'], 'late answers are failed', failed(anyReason), 300);
  test.serial(dialogue, way, ['hangs-once', 'STATE'], 'it is asked again', right, 4000);
  test.serial(dialogue, way, ['half-an-answer', 'STATE'], 'it is asked again', right);
  test.serial(dialogue, way, ['half-a-line', 'STATE'], 'it is asked again', right);
  test.serial(dialogue, way, ['garbage', 'STATE'], 'it is asked again', right);
  test.serial(dialogue, way, ['half-an-answer'], 'its rows are not served', failed(anyReason), 300);
  test.serial(dialogue, way, ['half-a-line'], 'it is not served', failed(anyReason), 300);
  test.serial(dialogue, way, ['dies-each-question'], 'each one is failed', failed(anyReason), 300);
  test.serial(dialogue, way, ['two-answers'], 'the second is never taken for the next', right);
  test.serial(dialogue, way, ['spare-end'], 'it is never taken for the next answer', right);
  test.serial(dialogue, way, ['never-reads'], 'each question is failed', failed(anyReason), 300);
  test.serial(
    dialogue,
    way,
    ['garbage'],
    'an answer out of step is failed after a second try',
    failed(
      'expected DATA, LOG, END or FAIL; the backend said "Traceback (most recent call last):", ' +
        'and PowerDNS would say SERVFAIL and drop the backend',
    ),
  );
  test.serial(dialogue, way, ['wrong-owner'], 'an answer for another name is failed', [
    ['HELO\t1', banner],
    [soa, `${log('it answered with other.example.org where example.org was asked for')}FAIL\nEND\n`],
    [any, `${log('it answered with other.example.org where host.example.org was asked for')}FAIL\n`],
    [absent, 'END\n'],
  ]);
  for (const name of ['fail-soa-alone', 'fail-soa-with-end'])
    test.serial(dialogue, way, [name], 'PowerDNS gets FAIL and END', [
      ['HELO\t1', banner],
      [soa, 'FAIL\nEND\n'],
      [soa, 'FAIL\nEND\n'],
      [any, `${hostRow}END\n`],
      [soa, 'FAIL\nEND\n'],
      [absent, 'END\n'],
      ['AXFR\t1', `${zoneRows}END\n`],
    ]);
  test.serial(dialogue, way, ['wrong-greeting', 'FAIL'], 'it is not asked', failed(anyReason), 300);
  test.serial(dialogue, way, ['wrong-greeting', ''], 'it is not asked', failed(anyReason), 300);
  test.serial(dialogue, way, ['wrong-greeting', 'ready', 'early'], 'it is not asked', failed(anyReason), 300);
}
