import test from 'ava';
import { Peer, questionFor } from '../../src/conversation/peer.js';
import type { Wire } from '../../src/wire/wire.js';

/** A backend that says these lines whatever it is asked, and then closes. */
function scripted(lines: readonly string[]): Wire & { sent: string[] } {
  const rest = [...lines];
  const sent: string[] = [];
  return {
    sent,
    send: (text) => {
      sent.push(text);
    },
    receive: async () => rest.shift(),
    close: async () => {},
  };
}

test('the peer greets, asks, and reads until END', async (t) => {
  const wire = scripted(['OK\tx', 'DATA\t1', 'LOG\tx', 'END', 'END']);
  const heard: string[] = [];
  const peer = new Peer(wire, 1, (direction, line) => heard.push(`${direction} ${line}`));
  t.is(await peer.greet(), 'OK\tx');
  t.deepEqual(await peer.ask(questionFor('a', 'ANY')), { outcome: 'END', lines: ['DATA\t1', 'LOG\tx'] });
  t.deepEqual(await peer.ask(questionFor('b', 'ANY')), { outcome: 'END', lines: [] });
  t.deepEqual(wire.sent, ['HELO\t1\n', 'Q\ta\tIN\tANY\t-1\t0.0.0.0\n', 'Q\tb\tIN\tANY\t-1\t0.0.0.0\n']);
  t.deepEqual(heard.slice(0, 3), ['> HELO\t1', '< OK\tx', '> Q\ta\tIN\tANY\t-1\t0.0.0.0']);
});

test('FAIL ends an answer, but that to a SOA question for any zone is read on to END', async (t) => {
  const peer = new Peer(scripted(['FAIL', 'FAIL', 'END', 'FAIL\twhy']), 3);
  t.deepEqual(await peer.ask(questionFor('a', 'ANY', { zoneId: 7 })), { outcome: 'FAIL', lines: [] });
  t.deepEqual(await peer.ask(questionFor('a', 'SOA')), { outcome: 'FAIL', lines: [] });
  t.deepEqual(await peer.ask({ tag: 'AXFR', zoneId: 7 }), { outcome: 'FAIL', lines: [] });
});

test('a command is read to END, whatever its lines say', async (t) => {
  const peer = new Peer(scripted(['one', 'END']), 5);
  t.deepEqual(await peer.ask({ tag: 'CMD', text: 'x' }), { outcome: 'END', lines: ['one'] });
});

test('a backend that closes in the middle is CLOSED', async (t) => {
  const peer = new Peer(scripted(['DATA\t1']), 1);
  t.deepEqual(await peer.ask(questionFor('a', 'ANY')), { outcome: 'CLOSED', lines: ['DATA\t1'] });
});

test('there is no ABI version 6', (t) => {
  t.throws(() => new Peer(scripted([]), 6), { instanceOf: RangeError });
});
