import test from 'ava';
import { parseContent } from '../../src/dns/content.js';
import { tokenize } from '../../src/dns/tokenize.js';

function read(written: string): string {
  return parseContent('LOC', tokenize(written), 'example.com');
}

const becomes = test.macro({
  exec: (t, written: string, normal: string) => t.is(read(written), normal),
  title: (_, written, normal) => `LOC ${written} becomes ${normal}`,
});

test(becomes, '51 N 0 W 0m', '51 0 0.000 N 0 0 0.000 E 0.00m 1m 10000m 10m');
test(becomes, '51 30 n 0 7 w -20', '51 30 0.000 N 0 7 0.000 W -20.00m 1m 10000m 10m');
test(becomes, '90 S 180 E -100000.00m', '90 0 0.000 S 180 0 0.000 E -100000.00m 1m 10000m 10m');
test(
  becomes,
  '1 2 3.4 S 4 5 6.789 E 42849672.95m 42949672.95m 99.99m 0.09m',
  '1 2 3.400 S 4 5 6.789 E 42849672.95m 40000000m 90m 0.09m',
);
test(becomes, '0051 0030 .5 N 0 7 005. W -.5m', '51 30 0.500 N 0 7 5.000 W -0.50m 1m 10000m 10m');
test(becomes, '51 N 0 W +5. .5m', '51 0 0.000 N 0 0 0.000 E 5.00m 0.50m 10000m 10m');

const refused = test.macro({
  exec: (t, written: string, message: RegExp) =>
    void t.throws(() => read(written), { name: 'DnsError', code: 'BAD_CONTENT', message }),
  title: (_, written) => `LOC ${written} is refused`,
});

test(refused, '', /is missing/);
test(refused, '51 N 0 W', /is missing/);
test(refused, '51 0 0 W 0', /is missing/);
test(refused, 'N 0 W 0m', /'N' is not a direction/);
test(refused, '90 0 0.001 N 0 W 0m', /'90 0 0\.001 N' is not a direction/);
test(refused, '0 N 181 W 0m', /'181 W' is not a direction/);
test(refused, '0 60 N 0 W 0m', /'0 60 N' is not a direction/);
test(refused, '0 0 0.0001 N 0 W 0m', /is not a direction/);
test(refused, '0 0 0 0 N 0 W 0m', /is not a direction/);
test(refused, '0 N 0 W -100000.01m', /is not a length from -100000 to 42849672\.95/);
test(refused, '0 N 0 W 0m 42949672.96m', /is not a length from 0 to 42949672\.95/);
test(refused, '0 N 0 W 0m -1m', /is not a length/);
test(refused, '0 N 0 W 5M', /'5M' is not a length/);
test(refused, '0 N 0 W .m', /'\.m' is not a length/);
test(refused, '0 N 0 W 0m 1m 1m 1m 1m', /'1m' is too much/);
