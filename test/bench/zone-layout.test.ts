import test from 'ava';
import { layoutZone } from '../../src/bench/zone-layout.js';

test('a zone has eleven records', (t) => {
  const { zoneName, records } = layoutZone(37, () => 0);
  t.is(zoneName, 'aaaa11.example');
  t.deepEqual(
    records.map(({ name, type, ttl, content }) => `${name} ${ttl} ${type} ${content}`),
    [
      'aaaa11.example 3600 SOA ns1.dns.example. hostmaster.aaaa11.example. 2026010101 10800 3600 604800 3600',
      'aaaa11.example 3600 NS ns1.dns.example.',
      'aaaa11.example 3600 NS ns2.dns.example.',
      'aaaa11.example 3600 MX 10 mail.aaaa11.example.',
      'aaaa11.example 3600 TXT "v=spf1 mx -all"',
      'aaaa11.example 3600 A 10.0.0.37',
      'www.aaaa11.example 3600 A 10.0.0.37',
      'www.aaaa11.example 3600 AAAA 2001:db8::0:25',
      'mail.aaaa11.example 3600 A 10.0.0.38',
      'ftp.aaaa11.example 3600 CNAME www.aaaa11.example.',
      'smtp.aaaa11.example 3600 CNAME mail.aaaa11.example.',
    ],
  );
});

test('no two zones have the same name, even by the same letters', (t) => {
  t.not(layoutZone(1, () => 0).zoneName, layoutZone(2, () => 0).zoneName);
});

test('a name has up to eight letters before its number', (t) => {
  t.is(layoutZone(0, () => 0.9999).zoneName, 'zzzzzzzz0.example');
});
