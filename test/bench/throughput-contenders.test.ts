import test from 'ava';
import { fillIn, throughputContenders } from '../../src/bench/throughput-contenders.js';

const places = {
  'pdns-pipe': '/opt/pdns-pipe',
  db: '/tmp/a/records.db',
  apex: 'a.test',
  answerer: '/tmp/a/answerer',
  socat: undefined,
  socket: '/tmp/a/s',
};

test('commands get their places', (t) => {
  t.is(fillIn('{pdns-pipe} serve --db {db}', places), '/opt/pdns-pipe serve --db /tmp/a/records.db');
  t.is(fillIn('{answerer} {apex} {socket}', places), '/tmp/a/answerer a.test /tmp/a/s');
});

test('what is missing is said with its package', (t) => {
  t.throws(() => fillIn('{socat} stdio unix-connect:{socket}', places), {
    code: 'NOT_STARTED',
    message: 'socat is not installed: apt-get install socat',
  });
  t.throws(() => fillIn('{answerer} {apex}', { ...places, answerer: undefined }), {
    message: /apt-get install gcc/,
  });
});

test('a path with a blank is refused: PowerDNS would split it', (t) => {
  t.throws(() => fillIn('{pdns-pipe} serve --db {db}', { ...places, db: '/tmp/a b/records.db' }), {
    code: 'NOT_STARTED',
    message: /"\/tmp\/a b\/records\.db" has one/,
  });
});

test('every reference is a contender too', (t) => {
  t.deepEqual(
    throughputContenders.map(({ name, reference }) => [name, reference]),
    [
      ['coprocess', 'c-coprocess'],
      ['c-coprocess', undefined],
      ['socket', 'c-socket'],
      ['c-socket', undefined],
      ['bridge', 'socat'],
      ['bridge-socket', 'socat'],
      ['socat', undefined],
    ],
  );
});
