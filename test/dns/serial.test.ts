import test from 'ava';
import { isNewerSerial, nextSerial, type SerialPolicy } from '../../src/dns/serial.js';

const newer = test.macro({
  exec: (t, serial: number, other: number, is: boolean) => t.is(isNewerSerial(serial, other), is),
  title: (_, serial: number, other: number, is: boolean) =>
    `${serial} is ${is ? '' : 'not '}newer than ${other} (RFC 1982)`,
});
test(newer, 2, 1, true);
test(newer, 1, 2, false);
test(newer, 7, 7, false);
test(newer, 0, 4294967295, true);
test(newer, 4294967295, 0, false);
test(newer, 2147483647, 0, true);
test(newer, 2147483648, 0, false);
test(newer, 0, 2147483648, false);

const noon = new Date('2026-12-01T12:00:00Z');
const next = test.macro({
  exec: (t, policy: SerialPolicy, serial: number, expected: number) =>
    t.is(nextSerial(serial, policy, noon), expected),
  title: (_, policy: SerialPolicy, serial: number, expected: number) =>
    `after ${serial} comes ${expected} by ${policy} at noon of 2026-12-01`,
});
test(next, 'increment', 7, 8);
test(next, 'increment', 4294967294, 4294967295);
test(next, 'increment', 4294967295, 1);
test(next, 'date', 2026113007, 2026120101);
test(next, 'date', 2026120101, 2026120102);
test(next, 'date', 2026120199, 2026120200);
test(next, 'date', 2027010101, 2027010102);
test(next, 'date', 7, 2026120101);
test(next, 'unix', 7, 1796126400);
test(next, 'unix', 1796126400, 1796126401);
