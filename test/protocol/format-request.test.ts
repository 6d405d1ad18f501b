import test from 'ava';
import { abiOf } from '../../src/protocol/abi.js';
import { formatRequest } from '../../src/protocol/format-request.js';
import type { Request } from '../../src/protocol/request.js';

const writes = test.macro({
  exec: (t, request: Request, version: number, expected: string) =>
    t.is(formatRequest(request, abiOf(version)!), expected),
  title: (_, _request, version, expected) => `ABI ${version}: ${JSON.stringify(expected)}`,
});

const any = { tag: 'Q', qname: 'a.b', qclass: 'IN', qtype: 'ANY', zoneId: 6, remoteIp: '192.0.2.1' } as const;
const soa = { ...any, qtype: 'SOA', zoneId: -1, remoteIp: '0.0.0.0' } as const;

test(writes, { tag: 'HELO', abiVersion: 2 }, 2, 'HELO\t2\n');
test(writes, any, 1, 'Q\ta.b\tIN\tANY\t6\t192.0.2.1\n');
test(writes, { ...any, localIp: '127.0.0.1' }, 2, 'Q\ta.b\tIN\tANY\t6\t192.0.2.1\t127.0.0.1\n');
test(writes, { ...any, localIp: '127.0.0.1' }, 3, 'Q\ta.b\tIN\tANY\t6\t192.0.2.1\t127.0.0.1\t192.0.2.1/32\n');
test(
  writes,
  { ...any, remoteIp: '2001:db8::1' },
  4,
  'Q\ta.b\tIN\tANY\t6\t2001:db8::1\t0.0.0.0\t2001:db8::1/128\n',
);
test(writes, soa, 5, 'Q\ta.b\tIN\tSOA\t-1\t0.0.0.0\t0.0.0.0\t0.0.0.0/0\n');
test(writes, { tag: 'AXFR', zoneId: 6, zoneName: 'a.b' }, 3, 'AXFR\t6\n');
test(writes, { tag: 'AXFR', zoneId: 6, zoneName: 'a.b' }, 4, 'AXFR\t6\ta.b\n');
test(writes, { tag: 'CMD', text: 'ping' }, 5, 'CMD\tping\n');
test(writes, { tag: 'PING' }, 1, 'PING\n');
