import test from 'ava';
import { parsePeriod, parseTtl } from '../../src/dns/ttl.js';

const lasts = test.macro({
  exec: (t, text: string, seconds: number) => t.is(parseTtl(text), seconds),
  title: (_, text, seconds) => `${text} is ${seconds} s`,
});

test(lasts, '0', 0);
test(lasts, '3600', 3600);
test(lasts, '007', 7);
test(lasts, '2147483647', 2147483647);
test(lasts, '30s', 30);
test(lasts, '15M', 900);
test(lasts, '1h', 3600);
test(lasts, '1D', 86400);
test(lasts, '2w', 1209600);
test(lasts, '1h30m', 5400);
test(lasts, '0h', 0);
test(lasts, '0h30', 30);
test(lasts, '0w0D7', 7);
test(lasts, '1W2d3H4m5S', 788645);

const refused = test.macro({
  exec: (t, text: string, message: RegExp) =>
    void t.throws(() => parseTtl(text), { name: 'DnsError', code: 'BAD_TTL', message }),
  title: (_, text) => `'${text}' is no TTL`,
});

test(refused, '', /not a time/);
test(refused, '-1', /not a time/);
test(refused, '1.5h', /not a time/);
test(refused, '1y', /not a time/);
test(refused, 'h', /not a time/);
test(refused, '1h30', /not a time/);
test(refused, '0h1m5', /not a time/);
test(refused, '0h2147483648', /more than 2147483647 seconds/);
test(refused, '2147483648', /more than 2147483647 seconds/);
test(refused, '3551w', /more than 2147483647 seconds/);

test('a period may have another limit', (t) => {
  t.is(parsePeriod('4294967295', 0xffffffff), 4294967295);
  t.throws(() => parsePeriod('4294967296', 0xffffffff), { code: 'BAD_TTL' });
});
