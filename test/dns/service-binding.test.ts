import test from 'ava';
import { parseContent } from '../../src/dns/content.js';
import { tokenize } from '../../src/dns/tokenize.js';

function read(written: string): string {
  return parseContent('SVCB', tokenize(written), 'example.com');
}

const becomes = test.macro({
  exec: (t, written: string, normal: string) => t.is(read(`1 . ${written}`), `1 . ${normal}`),
  title: (_, written, normal) => `${written} becomes ${normal}`,
});

// RFC 9460, appendix D
test(becomes, 'port=53', 'port=53');
test(becomes, 'key667=hello', 'key667="hello"');
test(becomes, 'key667="hello\\210qoo"', 'key667="hello\\210qoo"');
test(becomes, 'ipv6hint="2001:db8::1,2001:db8::53:1"', 'ipv6hint=2001:db8::1,2001:db8::53:1');
test(becomes, 'ipv6hint="2001:db8:122:344::192.0.2.33"', 'ipv6hint=2001:db8:122:344::c000:221');
test(
  becomes,
  'alpn="h2,h3-19" mandatory="ipv4hint,alpn" ipv4hint="192.0.2.1"',
  'mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1',
);
test(becomes, 'alpn="f\\\\\\\\oo\\\\,bar,h2"', 'alpn="f\\\\\\\\oo\\\\,bar,h2"');
test(becomes, 'alpn=f\\\\\\092oo\\092,bar,h2', 'alpn="f\\\\\\\\oo\\\\,bar,h2"');
// Without a value; several keys in a row
test(becomes, 'key667 alpn=h2', 'alpn="h2" key667=""');
test(becomes, 'key667= alpn=h2', 'alpn="h2" key667=""');
test(becomes, 'key667="" alpn=h2', 'alpn="h2" key667=""');
test(becomes, 'key667="a" key668="b"key669=c', 'key667="a" key668="b" key669="c"');
test(becomes, 'alpn=h2 no-default-alpn', 'alpn="h2" no-default-alpn');
test(becomes, 'alpn=h2 key2', 'alpn="h2" no-default-alpn');
// PowerDNS 4.7 ends a value at these, even between quotes
test(becomes, 'key667="(a;b)"', 'key667="\\040a\\059b\\041"');
test(becomes, 'alpn="(a;b)"', 'alpn="\\040a\\059b\\041"');
// PowerDNS fills them in
test(becomes, 'ipv4hint=auto ipv6hint=auto', 'ipv4hint=auto ipv6hint=auto');
// The value of keyNNNNN is in wire format
test(becomes, 'key0="\\000\\003" port=1', 'mandatory=port port=1');
test(becomes, 'key4="\\192\\000\\002\\001"', 'ipv4hint=192.0.2.1');
test(becomes, 'key5="\\000\\001"', 'ech=AAE=');
test(becomes, 'ohttp dohpath=/q{?dns}', 'key7="/q{?dns}" key8=""');

const refused = test.macro({
  exec: (t, written: string, message: RegExp) =>
    void t.throws(() => read(written), { name: 'DnsError', code: 'BAD_CONTENT', message }),
  title: (_, written) => `SVCB ${written} is refused`,
});

test(refused, '1', /is missing/);
test(refused, '0 a port=53', /parameters beside priority 0/);
test(refused, '1 . port=53 port=54', /'port' is given twice/);
test(refused, '1 . port=53 key3="\\000\\053"', /'port' is given twice/);
test(refused, '1 . port', /'' is not a port/);
test(refused, '1 . port=65536', /'65536' is not a port/);
test(refused, '1 . PORT=53', /'PORT' is not a key/);
test(refused, '1 . "port"=53', /must stand without quotes/);
test(refused, '1 . key65536=x', /'key65536' is not a key/);
test(refused, '1 . key03=x', /'key03' is not a key/);
test(refused, '1 . toString=x', /'toString' is not a key/);
test(refused, '1 . alpn=', /an item of 'alpn' has 1 to 255 bytes/);
test(refused, '1 . alpn= "h2"', /an item of 'alpn' has 1 to 255 bytes/);
test(refused, '1 . key667= "h2"', /must stand without quotes/);
test(refused, '1 . alpn=h2,,h3', /an item of 'alpn'/);
test(refused, '1 . no-default-alpn', /'no-default-alpn' without 'alpn'/);
test(refused, '1 . alpn=h2 no-default-alpn=x', /'x' is the value of a key that has none/);
test(refused, '1 . mandatory=port', /'port' mandatory but not there/);
test(refused, '1 . mandatory=mandatory', /a key twice, or itself/);
test(refused, '1 . mandatory=port,port port=1', /a key twice, or itself/);
test(refused, '1 . mandatory= port=1', /'' is not a key/);
test(refused, '1 . ipv4hint=', /'' is not an IPv4 address/);
test(refused, '1 . ipv4hint=192.0.2.1,auto', /'auto' is not an IPv4 address/);
test(refused, '1 . ech', /'' is not base64/);
test(refused, '1 . key3="\\001"', /the bytes end within it/);
test(refused, '1 . key3="\\001\\002\\003"', /value of 'port' is 3 bytes long/);
test(refused, '1 . key667=a\\256', /bad escape/);
