import test from 'ava';
import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from '../../src/dns/addresses.js';

const ipv6 = test.macro({
  exec: (t, text: string, expected: string) => t.is(parseIpv6(text), expected),
  title: (_, text, expected) => `${text} is written ${expected}`,
});

// RFC 5952, section 4
test(ipv6, '2001:0db8:0000:0000:0000:0000:0002:0001', '2001:db8::2:1');
test(ipv6, '2001:DB8::2:1', '2001:db8::2:1');
test(ipv6, '2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1');
test(ipv6, '2001:db8::1:1:1:1:1', '2001:db8:0:1:1:1:1:1');
test(ipv6, '2001:0:0:1:0:0:0:1', '2001:0:0:1::1');
test(ipv6, '2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1');
test(ipv6, '::', '::');
test(ipv6, '0:0:0:0:0:0:0:0', '::');
test(ipv6, '::1', '::1');
test(ipv6, '1::', '1::');
test(ipv6, '1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0');
test(ipv6, '::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8');
test(ipv6, '::FFFF:192.0.2.1', '::ffff:192.0.2.1');
test(ipv6, '::ffff:c000:201', '::ffff:192.0.2.1');
test(ipv6, '64:ff9b::192.0.2.33', '64:ff9b::c000:221');
test(ipv6, '1:2:3:4:5:6:192.0.2.1', '1:2:3:4:5:6:c000:201');

const notIpv6 = test.macro({
  exec: (t, text: string) =>
    void t.throws(() => parseIpv6(text), {
      name: 'DnsError',
      code: 'BAD_CONTENT',
      message: /not an IPv[46]/,
    }),
  title: (_, text) => `'${text}' is no IPv6 address`,
});

for (const text of [
  '',
  ':',
  ':::',
  '1',
  '1.2.3.4',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '1::2:3:4:5:6:7:8',
  '1::2::3',
  '1:::2',
  ':1::2',
  '::1:',
  '12345::',
  'g::',
  '\x11::',
  'fe80::1%eth0',
  '::1.2.3',
  '::1.2.3.4:5',
  '1.2.3.4::',
]) {
  test(notIpv6, text);
}

const notIpv4 = test.macro({
  exec: (t, text: string) =>
    void t.throws(() => parseIpv4(text), { name: 'DnsError', code: 'BAD_CONTENT', message: /not an IPv4/ }),
  title: (_, text) => `'${text}' is no IPv4 address`,
});

for (const text of [
  '',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '1.2.3.04',
  '1.2.3.',
  '.1.2.3',
  '1..2.3',
  '1.2.3.4 ',
  '0x1.2.3.4',
]) {
  test(notIpv4, text);
}

test('an IPv4 address stays what it is', (t) => {
  t.is(parseIpv4('0.10.200.255'), '0.10.200.255');
});

test('addresses on the wire', (t) => {
  t.is(formatIpv4(Buffer.from([192, 0, 2, 255])), '192.0.2.255');
  t.is(formatIpv6(Buffer.from('20010db8000000000000000000000001', 'hex')), '2001:db8::1');
});
