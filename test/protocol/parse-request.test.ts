import test from 'ava';
import { abiOf } from '../../src/protocol/abi.js';
import { asksForAnySoa, parseRequest } from '../../src/protocol/parse-request.js';

const reads = test.macro({
  exec(t, line: string, version: number | undefined, expected: unknown) {
    t.deepEqual(parseRequest(line, version === undefined ? undefined : abiOf(version)) as unknown, expected);
  },
  title: (_, line, version) => `${JSON.stringify(line)} is understood at ABI ${version ?? '(none yet)'}`,
});

const question = {
  tag: 'Q',
  qname: 'WwW.example.com',
  qclass: 'IN',
  qtype: 'ANY',
  zoneId: 7,
  remoteIp: '192.0.2.1',
};

test(reads, 'HELO\t3', undefined, { tag: 'HELO', abiVersion: 3 });
test(reads, 'HELO\t6', undefined, { tag: 'HELO', abiVersion: 6 });
test(reads, 'Q\tWwW.example.com\tIN\tANY\t7\t192.0.2.1', 1, question);
test(reads, 'Q\tWwW.example.com\tIN\tANY\t7\t192.0.2.1\t198.51.100.1', 2, {
  ...question,
  localIp: '198.51.100.1',
});
for (const version of [3, 4, 5])
  test(reads, 'Q\tWwW.example.com\tIN\tANY\t7\t192.0.2.1\t198.51.100.1\t192.0.2.0/24', version, {
    ...question,
    localIp: '198.51.100.1',
    ednsSubnet: '192.0.2.0/24',
  });
test(reads, 'Q\t.\tIN\tsoa\t-1\t0.0.0.0', 1, {
  tag: 'Q',
  qname: '.',
  qclass: 'IN',
  qtype: 'SOA',
  zoneId: -1,
  remoteIp: '0.0.0.0',
});
test(reads, 'Q\ta\tIN\tA\t-1\tfe80::1%eth1\tfe80::2%eth1\tfe80::1/128\r', 3, {
  tag: 'Q',
  qname: 'a',
  qclass: 'IN',
  qtype: 'A',
  zoneId: -1,
  remoteIp: 'fe80::1',
  localIp: 'fe80::2',
  ednsSubnet: 'fe80::1/128',
});
for (const version of [1, 2, 3]) test(reads, 'AXFR\t7', version, { tag: 'AXFR', zoneId: 7 });
for (const version of [4, 5])
  test(reads, 'AXFR\t7\texample.com', version, { tag: 'AXFR', zoneId: 7, zoneName: 'example.com' });
test(reads, 'CMD\tsay  two\twords ', 5, { tag: 'CMD', text: 'say  two\twords ' });
test(reads, 'PING', 1, { tag: 'PING' });

const refuses = test.macro({
  exec(t, line: string, version: number | undefined, because: RegExp) {
    t.throws(() => parseRequest(line, version === undefined ? undefined : abiOf(version)), {
      name: 'ProtocolError',
      code: 'BAD_REQUEST',
      message: because,
    });
  },
  title: (_, line, version) => `${JSON.stringify(line)} is refused at ABI ${version ?? '(none yet)'}`,
});

test(refuses, 'HELO', undefined, /one number/);
test(refuses, 'HELO\tx', undefined, /one number/);
test(refuses, 'HELO\t1\t2', undefined, /one number/);
test(refuses, 'PING', undefined, /expected HELO first/);
test(refuses, '{"method":"initialize"}', undefined, /remote backend: set launch=pipe/);
test(refuses, '', 1, /unknown request ""/);
test(refuses, 'q\ta\tIN\tA\t-1\t192.0.2.1', 1, /unknown request/);
test(refuses, 'Q\ta\tIN\tA\t-1\t192.0.2.1\t192.0.2.2', 1, /6 fields at ABI 1, got 7/);
test(refuses, 'Q\ta\tIN\tA\t-1\t192.0.2.1', 2, /7 fields at ABI 2, got 6/);
test(refuses, 'Q\ta\tIN\tA\t-1\t192.0.2.1\t192.0.2.2', 3, /8 fields at ABI 3, got 7/);
test(refuses, 'Q\t\tIN\tA\t-1\t192.0.2.1', 1, /without a name/);
test(refuses, 'Q\ta\tIN\t\t-1\t192.0.2.1', 1, /without a type/);
test(refuses, 'Q\ta\tIN\tA\t\t192.0.2.1', 1, /zone id/);
test(refuses, 'Q\ta\tIN\tA\t1x\t192.0.2.1', 1, /zone id/);
test(refuses, 'Q\ta\tIN\tA\t2147483648\t192.0.2.1', 1, /zone id/);
test(refuses, 'AXFR\t7\texample.com', 3, /2 fields at ABI 3, got 3/);
test(refuses, 'AXFR\t7', 4, /3 fields at ABI 4, got 2/);
for (const version of [1, 2, 3, 4]) test(refuses, 'CMD\tping', version, /not part of ABI/);

const isAnySoa = test.macro({
  exec: (t, line: string, expected: boolean) => t.is(asksForAnySoa(line), expected),
  title: (_, line, expected) =>
    `${JSON.stringify(line)} is ${expected ? '' : 'not '}a SOA question for any zone`,
});

test(isAnySoa, 'Q\ta\tIN\tSOA\t-1\t0.0.0.0', true);
test(isAnySoa, 'Q\ta\tIN\tSOA', true);
test(isAnySoa, 'Q\ta\tIN\tSOA\t7\t0.0.0.0', false);
test(isAnySoa, 'Q\ta\tIN\tANY\t-1\t0.0.0.0', false);
test(isAnySoa, 'AXFR\t-1', false);
