import test from 'ava';
import { openLinks, openRelay, say, scriptBackend } from './scripted-backend.js';

const any = 'Q\thost.example.org\tIN\tANY\t1\t192.0.2.9';
const row = 'DATA\thost.example.org\tIN\tA\t60\t1\t192.0.2.1\n';

test('a second greeting leaves the links of a pool as they are', async (t) => {
  const backend = scriptBackend((_, say) => say(`${row}END\n`));
  const links = openLinks(t, backend);
  const [one, two] = [openRelay(links), openRelay(links)];
  for (const relay of [one, two, one]) t.is(await say(relay, 'HELO\t1'), 'OK\ttest\n');
  for (const relay of [one, two]) t.is(await say(relay, any), `${row}END\n`);
  t.is(backend.opened(), 1);
});

test('relays that share one link are answered one after the other', async (t) => {
  let [asked, atOnce] = [0, 0];
  const backend = scriptBackend((line, say) => {
    atOnce = Math.max(atOnce, ++asked);
    setTimeout(() => {
      asked -= 1;
      say(`DATA\t${line.split('\t')[1]}\tIN\tA\t60\t1\t192.0.2.1\nEND\n`);
    }, 5);
  });
  const links = openLinks(t, backend);
  const relays = Array.from({ length: 5 }, () => openRelay(links));
  for (const relay of relays) await say(relay, 'HELO\t1');
  const answers = await Promise.all(
    relays.map((relay, at) => say(relay, `Q\th${at}.example.org\tIN\tANY\t1\t192.0.2.9`)),
  );
  t.deepEqual(
    answers,
    [0, 1, 2, 3, 4].map((at) => `DATA\th${at}.example.org\tIN\tA\t60\t1\t192.0.2.1\nEND\n`),
  );
  t.is(atOnce, 1);
  t.is(backend.opened(), 1);
});

test('an answer whose link closes behind it holds, long ones too', async (t) => {
  const rows = row.repeat(20_000); // More than is passed in one piece.
  const backend = scriptBackend((line, say) => {
    say(line.startsWith('AXFR') ? `${rows}END\n` : `${row}END\n`);
    say(undefined);
  });
  const relay = openRelay(openLinks(t, backend));
  await say(relay, 'HELO\t1');
  t.is(await say(relay, any), `${row}END\n`);
  t.is(await say(relay, 'AXFR\t1'), `${rows}END\n`);
  t.is(backend.opened(), 2);
});

test('a transfer that breaks off before anything has passed is asked for again, and failed after that', async (t) => {
  const rows = row.repeat(5000);
  const backend = scriptBackend((line, say, link) => {
    say(line === 'AXFR\t2' ? rows : row);
    if (link === 2 && line === 'AXFR\t1') say('END\n');
    else say(undefined);
  });
  const relay = openRelay(openLinks(t, backend));
  await say(relay, 'HELO\t1');
  t.is(await say(relay, 'AXFR\t1'), `${row}END\n`);
  const answer = await say(relay, 'AXFR\t2');
  t.true(answer.startsWith(row));
  t.regex(answer, /\n(?!DATA)LOG\tthe backend can't be asked: it has closed the connection\nFAIL\n$/);
});

test('a row that PowerDNS could not read is left out, and all of them are a failure', async (t) => {
  const bad = 'DATA\thost.example.org\tIN\tA\tsoon\t1\t192.0.2.1\n';
  const backend = scriptBackend((_, say) => say(`${bad}END\n`));
  const relay = openRelay(openLinks(t, backend));
  await say(relay, 'HELO\t1');
  const reason =
    String.raw`TTL "soon" is not 0 to 4294967295; the backend said "DATA\thost.example.org\tIN\tA\tsoon\t1\t192.0.2.1", ` +
    'and PowerDNS would take what follows for the answer to its next question';
  t.is(await say(relay, any), `LOG\t${reason}\nLOG\t${reason}\nFAIL\n`);
  t.is(await say(relay, 'AXFR\t1'), `LOG\t${reason}\nEND\n`);
});

test('a command is asked for once, and ends at END with a CR too', async (t) => {
  const backend = scriptBackend((line, say) =>
    say(line === 'CMD\tdie' ? undefined : 'a\tb\r\nFAIL\r\nEND\r\n'),
  );
  const relay = openRelay(openLinks(t, backend, { abiVersion: 5 }));
  await say(relay, 'HELO\t5');
  t.is(
    await say(relay, 'CMD\tdie'),
    "error: the backend can't be asked: it has closed the connection\nEND\n",
  );
  t.is(await say(relay, 'CMD\thelp'), 'a b\n FAIL\nEND\n');
  t.deepEqual(backend.heard, ['HELO\t5', 'CMD\tdie', 'HELO\t5', 'CMD\thelp']);
});

test('what can not be read is failed without asking the backend, each kind in its way', async (t) => {
  const backend = scriptBackend((_, say) => say('END\n'));
  const relay = openRelay(openLinks(t, backend));
  t.is(await say(relay, 'HELO\t6'), 'FAIL\n');
  t.is(await say(relay, any), 'FAIL\n');
  t.is(await say(relay, 'Q\ta\tIN\tSOA\t-1\t0.0.0.0'), 'FAIL\nEND\n');
  t.is(await say(relay, 'HELO\t1'), 'OK\ttest\n');
  t.is(await say(relay, 'garbage'), 'LOG\tunknown request "garbage"\nFAIL\n');
  t.regex(await say(relay, 'Q\ta\tIN\tSOA'), /^LOG\tQ has 6 fields at ABI 1, .*\nFAIL\nEND\n$/);
  t.is(relay.answer('Q\ta\tIN\tANY\t1', false), 'LOG\ta line too long: "Q a IN ANY 1..."\nFAIL\n');
  t.is(await say(relay, 'PING'), 'END\n');
  t.deepEqual(
    backend.heard.filter((line) => !line.startsWith('HELO')),
    [],
  );
});
