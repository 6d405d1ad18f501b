import test from 'ava';
import type { Backend } from '../../src/conversation/backend.js';
import { Session } from '../../src/conversation/session.js';
import type { Data } from '../../src/protocol/reply.js';

const row = (qname: string, qtype: string, content: string, more: Partial<Data> = {}): Data => ({
  tag: 'DATA',
  qname,
  qtype,
  ttl: 60,
  zoneId: 7,
  content,
  auth: true,
  scopeMask: 0,
  ...more,
});

/** Answers every question with the same rows, or throws. */
const backendOf = (rows: readonly Data[], error?: Error): Backend => ({
  *lookup() {
    yield* rows;
    if (error) throw error;
  },
  *transfer() {
    yield* rows;
    if (error) throw error;
  },
  close() {},
});

const open = (backend: Backend, abiVersion: number): Session => {
  const session = new Session(backend, { banner: 'test' });
  session.answer(`HELO\t${abiVersion}`);
  return session;
};

const say = (session: Session, line: string, isWhole?: boolean): string => {
  const answer = session.answer(line, isWhole);
  return typeof answer === 'string' ? answer : [...answer].join('');
};

/** What PowerDNS writes at each version for the same question. */
const tails: Record<number, string> = {
  1: '\t192.0.2.1',
  2: '\t192.0.2.1\t192.0.2.2',
  3: '\t192.0.2.1\t192.0.2.2\t192.0.2.1/32',
  4: '\t192.0.2.1\t192.0.2.2\t192.0.2.1/32',
  5: '\t192.0.2.1\t192.0.2.2\t192.0.2.1/32',
};
const ask = (abiVersion: number, qname: string, qtype: string, zoneId: number) =>
  `Q\t${qname}\tIN\t${qtype}\t${zoneId}${tails[abiVersion]}`;
const transferOf = (abiVersion: number) => (abiVersion < 4 ? 'AXFR\t7' : 'AXFR\t7\texample.com');

const everyVersion = (
  title: string,
  rule: (t: import('ava').ExecutionContext, abiVersion: number) => void,
) => {
  for (const abiVersion of [1, 2, 3, 4, 5]) test(`${title} (ABI ${abiVersion})`, (t) => rule(t, abiVersion));
};

everyVersion('HELO is answered with OK and the banner', (t, abiVersion) => {
  const session = new Session(backendOf([]), { banner: 'pdns-pipe 1' });
  t.is(session.answer(`HELO\t${abiVersion}`), 'OK\tpdns-pipe 1\n');
});

for (const line of ['HELO\t0', 'HELO\t6', 'HELO', 'HELO\tx', 'HELO\t-1']) {
  test(`after ${JSON.stringify(line)} the session stays, and fails each request as its kind asks for`, (t) => {
    const reasons: string[] = [];
    const session = new Session(backendOf([row('a', 'A', '192.0.2.1')]), {
      banner: 'test',
      onRefusal: (reason) => reasons.push(reason),
    });
    t.is(session.answer(line), 'FAIL\n');
    t.is(session.answer('Q\ta\tIN\tSOA\t-1\t0.0.0.0'), 'FAIL\nEND\n');
    t.is(session.answer('Q\ta\tIN\tANY\t7\t192.0.2.1'), 'FAIL\n');
    t.is(session.answer('AXFR\t7'), 'FAIL\n');
    t.is(reasons.length, 4);
  });
}

test('a question before HELO is failed, and HELO still works afterwards', (t) => {
  const session = new Session(backendOf([row('a', 'A', '192.0.2.1')]), { banner: 'test' });
  t.is(session.answer('Q\ta\tIN\tANY\t7\t192.0.2.1'), 'FAIL\n');
  t.is(session.answer('HELO\t1'), 'OK\ttest\n');
  t.is(session.answer('Q\ta\tIN\tANY\t7\t192.0.2.1'), 'DATA\ta\tIN\tA\t60\t7\t192.0.2.1\nEND\n');
});

everyVersion('an answer is its rows and END, in one string', (t, abiVersion) => {
  const session = open(backendOf([row('a', 'A', '192.0.2.1'), row('a', 'MX', '10 b.')]), abiVersion);
  const flags = abiVersion < 3 ? '' : '0\t1\t';
  t.is(
    session.answer(ask(abiVersion, 'a', 'ANY', 7)),
    `DATA\t${flags}a\tIN\tA\t60\t7\t192.0.2.1\nDATA\t${flags}a\tIN\tMX\t60\t7\t10\tb.\nEND\n`,
  );
});

everyVersion('nothing is END alone', (t, abiVersion) => {
  t.is(open(backendOf([]), abiVersion).answer(ask(abiVersion, 'a', 'ANY', 7)), 'END\n');
});

everyVersion(
  'a backend that throws makes a failed answer, never END, and the next is right',
  (t, abiVersion) => {
    let broken = true;
    const session = open(
      {
        ...backendOf([]),
        *lookup({ qname }) {
          yield row(qname, 'A', '192.0.2.1');
          if (broken) throw new Error('disk on fire');
        },
      },
      abiVersion,
    );
    t.is(session.answer(ask(abiVersion, 'a', 'ANY', 7)), 'LOG\tdisk on fire\nFAIL\n');
    t.is(session.answer(ask(abiVersion, 'a', 'SOA', 7)), 'LOG\tdisk on fire\nFAIL\n');
    t.is(session.answer(ask(abiVersion, 'a', 'SOA', -1)), 'LOG\tdisk on fire\nFAIL\nEND\n');
    broken = false;
    t.regex(say(session, ask(abiVersion, 'a', 'ANY', 7)), /^DATA\t.*192\.0\.2\.1\nEND\n$/);
  },
);

everyVersion('a transfer is its rows without empty non-terminals, and END', (t, abiVersion) => {
  const rows = [
    row('example.com', 'NS', 'ns.'),
    row('b.example.com', 'ENT', ''),
    row('a.b.example.com', 'A', '::'),
  ];
  const flags = abiVersion < 3 ? '' : '0\t1\t';
  t.is(
    say(open(backendOf(rows), abiVersion), transferOf(abiVersion)),
    `DATA\t${flags}example.com\tIN\tNS\t60\t7\tns.\nDATA\t${flags}a.b.example.com\tIN\tA\t60\t7\t::\nEND\n`,
  );
});

everyVersion('a transfer that breaks ends in FAIL alone', (t, abiVersion) => {
  const session = open(backendOf([row('a', 'A', '192.0.2.1')], new Error('torn page')), abiVersion);
  t.regex(say(session, transferOf(abiVersion)), /^DATA\t.*\nLOG\ttorn page\nFAIL\n$/);
});

test('a long transfer comes in pieces', (t) => {
  const rows = Array.from({ length: 10_000 }, () => row('a', 'TXT', `"${'x'.repeat(100)}"`));
  const answer = open(backendOf(rows), 1).answer('AXFR\t7');
  t.not(typeof answer, 'string');
  t.true([...answer].length > 10);
});

everyVersion('a malformed request is logged and failed, and the next one is unharmed', (t, abiVersion) => {
  const session = open(backendOf([row('a', 'A', '192.0.2.1')]), abiVersion);
  for (const line of ['', 'garbage', 'Q', 'Q\ta\tIN\tANY\tx', 'AXFR', 'AXFR\tx', 'END'])
    t.regex(say(session, line), /^LOG\t.+\nFAIL\n$/, JSON.stringify(line));
  t.regex(say(session, 'Q\ta\tIN\tSOA\t-1'), /^LOG\t.+\nFAIL\nEND\n$/);
  t.regex(say(session, ask(abiVersion, 'a', 'ANY', 7)), /^DATA\t.*192\.0\.2\.1\nEND\n$/);
});

everyVersion('a line that is too long is failed', (t, abiVersion) => {
  const session = open(backendOf([]), abiVersion);
  t.regex(say(session, `Q\t${'a'.repeat(70_000)}`, false), /^LOG\ta line too long.*\nFAIL\n$/);
});

everyVersion(
  'a row that PowerDNS could not read is left out with a LOG, its neighbours are sent',
  (t, abiVersion) => {
    const rows = [
      row('a', 'A', '192.0.2.1'),
      row('a', 'A', '192.0.2.2', { ttl: -1 }),
      row('a', 'A', '192.0.2.3'),
    ];
    const answer = say(open(backendOf(rows), abiVersion), ask(abiVersion, 'a', 'ANY', 7));
    t.regex(answer, /^DATA\t.*2\.1\nLOG\tleft out a A: .*TTL -1.*\nDATA\t.*2\.3\nEND\n$/);
  },
);

everyVersion(
  'a name that has records, none of which can be sent, is failed: it is not a name that has none',
  (t, v) => {
    const bad = row('a', 'A', '192.0.2.1', { ttl: -1 });
    t.regex(say(open(backendOf([bad, bad]), v), ask(v, 'a', 'ANY', 7)), /^LOG\tleft out a A.*\nFAIL\n$/);
    const badSoa = row('a', 'SOA', 'ns. h. 1 2 3 4 5', { ttl: Number.NaN });
    t.regex(
      say(open(backendOf([badSoa]), v), ask(v, 'a', 'SOA', -1)),
      /^LOG\tleft out a SOA.*\nFAIL\nEND\n$/,
    );
  },
);

test('a HELO that is none is refused with one line at any time: PowerDNS takes it for the banner', (t) => {
  t.is(say(open(backendOf([]), 1), 'HELO'), 'FAIL\n');
});

everyVersion('a SOA question is answered with one SOA and nothing else', (t, abiVersion) => {
  const soa = row('a', 'SOA', 'ns. h. 1 2 3 4 5');
  const answer = say(
    open(backendOf([row('a', 'NS', 'ns.'), soa]), abiVersion),
    ask(abiVersion, 'a', 'SOA', -1),
  );
  t.regex(answer, /^LOG\tleft out a NS.*\nDATA\t.*\tSOA\t.*\nEND\n$/);
  t.is(
    say(open(backendOf([soa, soa]), abiVersion), ask(abiVersion, 'a', 'SOA', -1)).match(/^DATA/gm)?.length,
    1,
  );
});

everyVersion('a row of another name is left out: PowerDNS would believe it', (t, abiVersion) => {
  const session = open(backendOf([row('b', 'A', '192.0.2.1')]), abiVersion);
  t.regex(say(session, ask(abiVersion, 'a', 'ANY', 7)), /^LOG\tleft out b A.*\nFAIL\n$/);
});

test('a command is answered with its lines and END, an error with a text and END, never with FAIL', (t) => {
  const session = open(
    {
      ...backendOf([]),
      *command(text) {
        yield 'one';
        if (text === 'break') throw new Error('broken');
        yield 'END';
      },
    },
    5,
  );
  t.is(say(session, 'CMD\tx'), 'one\n END\nEND\n');
  t.is(say(session, 'CMD\tbreak'), 'one\nerror: broken\nEND\n');
  t.is(say(open(backendOf([]), 5), 'CMD\tx'), 'unknown command: x\nEND\n');
  t.is(say(open(backendOf([]), 4), 'CMD\tx'), 'error: CMD is not part of ABI 4\nEND\n');
});

everyVersion('PING is answered with END', (t, abiVersion) => {
  t.is(open(backendOf([]), abiVersion).answer('PING'), 'END\n');
});

test('classes other than IN hold nothing', (t) => {
  t.is(open(backendOf([row('a', 'A', '::')]), 1).answer('Q\ta\tCH\tANY\t7\t192.0.2.1'), 'END\n');
});

test('a question that is asked again of the same state has the same answer, without a lookup', (t) => {
  let state: object | undefined = {};
  let lookups = 0;
  const session = open(
    {
      ...backendOf([]),
      lookup: ({ qname }) => [row(qname, 'TXT', `"${++lookups}"`)],
      state: () => state,
    },
    1,
  );
  const line = 'Q\ta\tIN\tANY\t7\t192.0.2.1';
  const first = 'DATA\ta\tIN\tTXT\t60\t7\t"1"\nEND\n';
  t.is(say(session, line), first);
  t.is(say(session, line), first);
  t.is(session.counts.questions, 2);
  t.regex(
    say(session, 'Q\tA\tIN\tANY\t7\t192.0.2.1'),
    /"2"/,
    'names come back in the case they were asked in',
  );
  t.regex(say(session, 'Q\ta\tIN\tANY\t7\t192.0.2.3'), /"3"/, 'another client');
  t.regex(say(session, line, false), /^LOG\ta line too long.*\nFAIL\n$/, 'the beginning of another line');
  state = {};
  t.regex(say(session, line), /"4"/, 'another state');
  state = undefined;
  t.regex(say(session, line), /"5"/, 'no state that questions share');
  t.regex(say(session, line), /"6"/);
});

test('another HELO is another version: answers before it are forgotten', (t) => {
  const state = {};
  const session = open({ ...backendOf([row('a', 'A', '192.0.2.1')]), state: () => state }, 3);
  const line = ask(3, 'a', 'ANY', 7);
  t.regex(say(session, line), /^DATA\t0\t1\ta/);
  say(session, 'HELO\t1');
  t.regex(say(session, line), /^LOG\tQ has 6 fields at ABI 1/);
});

test('answers that failed or have rows left out are looked up again', (t) => {
  const state = {};
  const session = open({ ...backendOf([], new Error('locked')), state: () => state }, 1);
  const line = 'Q\ta\tIN\tANY\t7\t192.0.2.1';
  say(session, line);
  t.is(say(session, line), 'LOG\tlocked\nFAIL\n');
  t.is(session.counts.failures, 2);
  const bad = open({ ...backendOf([row('a', 'A', '192.0.2.1'), row('a', 'A', '')]), state: () => state }, 1);
  say(bad, line);
  t.regex(say(bad, line), /^DATA.*\nLOG\tleft out.*\nEND\n$/);
  t.is(bad.counts.leftOut, 2);
});

test('answers of many kilobytes push each other out', (t) => {
  const state = {};
  let lookups = 0;
  const session = open(
    {
      ...backendOf([]),
      lookup: ({ qname }) => {
        lookups += 1;
        return Array.from({ length: 100 }, () => row(qname, 'TXT', `"${'x'.repeat(50)}"`));
      },
      state: () => state,
    },
    1,
  );
  for (const name of ['a', 'b', 'c', 'd', 'a', 'a']) say(session, `Q\t${name}\tIN\tANY\t7\t192.0.2.1`);
  t.is(lookups, 5);
});
