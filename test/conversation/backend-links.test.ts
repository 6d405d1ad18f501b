import test from 'ava';
import type { OpenChannel } from '../../src/conversation/backend-link.js';
import { openLinks, openRelay, say, scriptBackend } from './scripted-backend.js';

const any = 'Q\thost.example.org\tIN\tANY\t1\t192.0.2.9';
const row = 'DATA\thost.example.org\tIN\tA\t60\t1\t192.0.2.1\n';

test('a backend that is away is waited for, and told of once', async (t) => {
  const backend = scriptBackend((_, say) => say(`${row}END\n`));
  const told: string[] = [];
  let refusals = 0;
  const open: OpenChannel = (handler) => {
    if (++refusals > 3) return backend.open(handler);
    throw new Error('nobody is there');
  };
  const links = openLinks(
    t,
    { open: async (handler) => open(handler) },
    {
      onAway: ({ code, message }) => told.push(`${code}: ${message}`),
      onBack: () => told.push('back'),
    },
  );
  const relay = openRelay(links);
  await say(relay, 'HELO\t1');
  t.is(await say(relay, any), `${row}END\n`);
  t.deepEqual(told, ['UNREACHABLE: nobody is there', 'back']);
});

test('one that is away for longer than the deadline is not waited for', async (t) => {
  let tries = 0;
  const open: OpenChannel = async () => {
    tries += 1;
    throw new Error('nobody is there');
  };
  const relay = openRelay(openLinks(t, { open }, { patienceMs: 100 }));
  await say(relay, 'HELO\t1');
  const failure = "LOG\tthe backend can't be asked: nobody is there\nFAIL\n";
  t.is(await say(relay, any), failure);
  const before = performance.now();
  for (let at = 0; at < 100; at += 1) t.is(await say(relay, any), failure);
  t.true(performance.now() - before < 5000, 'a hundred at once, not after 100 ms each');
  t.true(tries < 60, 'there are pauses between the tries');
});

test('a link that is not in step is closed before the next question', async (t) => {
  const backend = scriptBackend((line, say, link) => {
    if (line.includes('\tSOA\t')) say(link === 1 ? 'FAIL\n' : 'FAIL\nEND\n');
    else say(`${row}END\n`);
  });
  const reasons: string[] = [];
  const relay = openRelay(openLinks(t, backend, { onAway: ({ message }) => reasons.push(message) }));
  await say(relay, 'HELO\t1');
  for (const links of [1, 2, 2]) {
    t.is(await say(relay, 'Q\texample.org\tIN\tSOA\t-1\t0.0.0.0'), 'FAIL\nEND\n');
    t.is(backend.opened(), links);
    if (links === 2) t.is(await say(relay, any), `${row}END\n`);
  }
  t.deepEqual(reasons, ['it did not say END after its FAIL']);
});

test('an answer that came before the question is not its answer', async (t) => {
  const backend = scriptBackend((_, say, link) => {
    say(`${row}END\n`);
    if (link === 1) setTimeout(() => say('END\n'), 1);
  });
  const relay = openRelay(openLinks(t, backend));
  await say(relay, 'HELO\t1');
  t.is(await say(relay, any), `${row}END\n`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.is(await say(relay, any), `${row}END\n`);
  t.is(backend.opened(), 2);
});

test('a link that is out of step right behind its greeting is not taken', async (t) => {
  const backend = scriptBackend(
    (_, say) => say(`${row}END\n`),
    (link) => (link === 1 ? 'OK\nEND\n' : 'OK\n'),
  );
  const relay = openRelay(openLinks(t, backend));
  await say(relay, 'HELO\t1');
  t.is(await say(relay, any), `${row}END\n`);
  t.is(backend.opened(), 2);
});

test('what a link logs between two questions is told', async (t) => {
  const logged: string[] = [];
  const backend = scriptBackend((_, say) => say(`${row}END\nLOG\tthat was fun\n`));
  const relay = openRelay(openLinks(t, backend, { onLog: (text) => logged.push(text) }));
  await say(relay, 'HELO\t1');
  for (let at = 0; at < 2; at += 1) t.is(await say(relay, any), `${row}END\n`);
  t.deepEqual(logged, ['that was fun', 'that was fun']);
  t.is(backend.opened(), 1);
});
