import test from 'ava';
import { openLinks, openRelay, type Say, say, scriptBackend } from './scripted-backend.js';

/** What PowerDNS asks, by its ABI version; what is heard of it at the backend's is the same. */
const soaQuestion = 'Q\texample.org\tIN\tSOA\t-1\t0.0.0.0';
const soaQuestions = [
  soaQuestion,
  `${soaQuestion}\t0.0.0.0`,
  ...Array(3).fill(`${soaQuestion}\t0.0.0.0\t0.0.0.0/0`),
];
const anyQuestion = 'Q\tHost.example.org\tIN\tANY\t1\t192.0.2.9';
const anyQuestions = [
  anyQuestion,
  `${anyQuestion}\t198.51.100.1`,
  ...Array(3).fill(`${anyQuestion}\t198.51.100.1\t192.0.2.0/24`),
];
const transfers = ['AXFR\t1', 'AXFR\t1', 'AXFR\t1', 'AXFR\t1\texample.org', 'AXFR\t1\texample.org'];

const soaContent = 'IN\tSOA\t60\t1\tns.example.org hostmaster.example.org 1 2 3 4 5';
const mxContent = 'IN\tMX\t60\t1\t10\tmail.example.org';

function answerAt(abi: number): (line: string, say: Say) => void {
  const [before, scoped] = abi < 3 ? ['', ''] : ['0\t1\t', '24\t0\t'];
  return (line, say) => {
    if (line.startsWith('CMD')) say('done\nEND\n');
    else if (line.startsWith('AXFR'))
      say(`DATA\t${before}example.org\t${soaContent}\nDATA\t${scoped}host.example.org\t${mxContent}\nEND\n`);
    else if (line.includes('\tSOA\t')) say(`DATA\t${before}example.org\t${soaContent}\nEND\n`);
    else say(`DATA\t${scoped}Host.example.org\t${mxContent}\nEND\n`);
  };
}

/** The addresses that a version below has not told. */
function heardOf(question: string, asked: number, backend: number): string {
  const fields = question.split('\t');
  if (asked < 2) fields[6] = '0.0.0.0';
  if (asked < 3) fields[7] = fields[5] === '0.0.0.0' ? '0.0.0.0/0' : '192.0.2.9/32';
  return fields.slice(0, [6, 7, 8, 8, 8][backend - 1]).join('\t');
}

for (const powerdns of [1, 2, 3, 4, 5])
  for (const backend of [1, 2, 3, 4, 5])
    test(`PowerDNS at ABI ${powerdns} and a backend at ABI ${backend}`, async (t) => {
      const scripted = scriptBackend(answerAt(backend));
      const relay = openRelay(openLinks(t, scripted, { abiVersion: backend }));
      const before = powerdns < 3 ? '' : '0\t1\t';
      const scoped = powerdns < 3 ? '' : backend < 3 ? '0\t1\t' : '24\t0\t';
      const [soa, any, transfer] = [soaQuestions, anyQuestions, transfers].map((each) => each[powerdns - 1]!);

      t.is(await say(relay, `HELO\t${powerdns}`), 'OK\ttest\n');
      t.is(await say(relay, soa!), `DATA\t${before}example.org\t${soaContent}\nEND\n`);
      t.is(await say(relay, any!), `DATA\t${scoped}Host.example.org\t${mxContent}\nEND\n`);
      t.is(
        await say(relay, transfer!),
        `DATA\t${before}example.org\t${soaContent}\nDATA\t${scoped}host.example.org\t${mxContent}\nEND\n`,
      );
      const command = await say(relay, 'CMD\thello  there');
      if (powerdns < 5) t.is(command, `error: CMD is not part of ABI ${powerdns}\nEND\n`);
      else if (backend < 5)
        t.is(command, `error: the backend speaks ABI ${backend}, which has no commands\nEND\n`);
      else t.is(command, 'done\nEND\n');

      t.deepEqual(scripted.heard, [
        `HELO\t${backend}`,
        heardOf(soa!, powerdns, backend),
        heardOf(any!, powerdns, backend),
        transfers[backend - 1],
        ...(powerdns === 5 && backend === 5 ? ['CMD\thello  there'] : []),
      ]);
    });

test('a transfer of a zone whose name is not known is failed where the backend wants the name', async (t) => {
  const scripted = scriptBackend(answerAt(4));
  const relay = openRelay(openLinks(t, scripted, { abiVersion: 4 }));
  await say(relay, 'HELO\t3');
  t.is(
    await say(relay, 'AXFR\t1'),
    'LOG\tthe name of zone 1 is not known: PowerDNS has not asked for its SOA\nFAIL\n',
  );
});

test("a placeholder of the backend's, and its native form, are passed on as they are", async (t) => {
  const scripted = scriptBackend((line, say) =>
    say(
      line.includes('native')
        ? 'DATA\t0\t1\tnative.example.org\tIN\tENT\t0\t1\nEND\n'
        : 'DATA\t0\t0\tb.example.org\tIN\tTYPE65280\t0\t1\t\\# 0\nEND\n',
    ),
  );
  const relay = openRelay(openLinks(t, scripted, { abiVersion: 4 }));
  await say(relay, 'HELO\t1');
  t.is(
    await say(relay, 'Q\tb.example.org\tIN\tANY\t1\t192.0.2.9'),
    'DATA\tb.example.org\tIN\tTYPE65280\t0\t1\t\\# 0\nEND\n',
  );
  t.is(
    await say(relay, 'Q\tnative.example.org\tIN\tANY\t1\t192.0.2.9'),
    'DATA\tnative.example.org\tIN\tTYPE65280\t0\t1\t\\# 0\nEND\n',
  );
});
