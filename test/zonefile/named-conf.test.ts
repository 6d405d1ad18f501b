/** Does a named.conf say to us which zones it has to BIND? */

import test from 'ava';
import { readNamedConf } from '../../src/zonefile/named-conf.js';
import type { ZoneFileError } from '../../src/zonefile/zone-file-error.js';

/** `name type file line` of each zone, with the parts that are not the usual ones; `files` are those that may be included. */
function zonesOf(text: string, files: Record<string, string> = {}, file = '/etc/bind/named.conf') {
  const errors: string[] = [];
  const { zones } = readNamedConf(text, {
    file,
    include: (path) => {
      if (files[path] === undefined) throw new Error('no such file');
      return { file: path, text: files[path] };
    },
    onError: ({ code, message }: ZoneFileError) => errors.push(`${code} ${message}`),
  });
  const lines = zones.map((zone) => {
    const format = zone.format === 'text' ? [] : [zone.format];
    const view = zone.view === undefined ? [] : [`view ${zone.view}`];
    return [zone.name, zone.type, zone.file ?? '-', zone.line, ...format, ...view].join(' ');
  });
  return { lines, errors };
}

const lists = test.macro((t, text: string, ...zones: string[]) => {
  t.deepEqual(zonesOf(text), { lines: zones, errors: [] });
});

// As Debian's bind9 9.18 installs them
const DEBIAN = {
  '/etc/bind/named.conf.options': `options {
	directory "/var/cache/bind";

	// If there is a firewall between you and nameservers you want
	// to talk to, you may need to fix the firewall to allow multiple
	// ports to talk.  See http://www.kb.cert.org/vuls/id/800113

	// forwarders {
	// 	0.0.0.0;
	// };

	//========================================================================
	// If BIND logs error messages about the root key being expired,
	// you will need to update your keys.  See https://www.isc.org/bind-keys
	//========================================================================
	dnssec-validation auto;

	listen-on-v6 { any; };
};
`,
  '/etc/bind/named.conf.local': `//
// Do any local configuration here
//

// Consider adding the 1918 zones here, if they are not used in your
// organization
//include "/etc/bind/zones.rfc1918";

zone "example.com" { type master; file "/etc/bind/db.example.com"; };
zone "example.net" { type slave; file "db.example.net"; masters { 192.0.2.1; }; };
`,
  '/etc/bind/named.conf.default-zones': `// prime the server with knowledge of the root servers
zone "." {
	type hint;
	file "/usr/share/dns/root.hints";
};

// be authoritative for the localhost forward and reverse zones, and for
// broadcast zones as per RFC 1912

zone "localhost" {
	type master;
	file "/etc/bind/db.local";
};

zone "127.in-addr.arpa" {
	type master;
	file "/etc/bind/db.127";
};
`,
};

test('the named.conf of Debian', (t) => {
  const text = `// This is the primary configuration file for the BIND DNS server named.
//
// Please read /usr/share/doc/bind9/README.Debian for information on the
// structure of BIND configuration files in Debian, *BEFORE* you customize
// this configuration file.
//
// If you are just adding zones, please do that in /etc/bind/named.conf.local

include "/etc/bind/named.conf.options";
include "/etc/bind/named.conf.local";
include "/etc/bind/named.conf.default-zones";
`;
  t.deepEqual(zonesOf(text, DEBIAN), {
    lines: [
      'example.com primary /etc/bind/db.example.com 9',
      'example.net secondary /var/cache/bind/db.example.net 10 raw',
      '. hint /usr/share/dns/root.hints 2',
      'localhost primary /etc/bind/db.local 10',
      '127.in-addr.arpa primary /etc/bind/db.127 15',
    ],
    errors: [],
  });
});

test(
  "a configuration as BIND's manual has it",
  lists,
  `
// Two corporate subnets we wish to allow queries from.
acl corpnets { 192.168.4.0/24; 192.168.7.0/24; };
options {
     // Working directory
     directory "/etc/namedb";
     allow-query { corpnets; };
};
controls { inet 127.0.0.1 port 953 allow { localhost; !{ 10/8; }; } keys { "rndc-key"; }; };
logging { channel c { file "zone.log" versions 3 size 5m; severity info; }; };
# Provide a reverse mapping for the loopback address 127.0.0.1
zone "0.0.127.in-addr.arpa" {
     type primary;
     file "localhost.rev";
     notify no;
};
zone "example.com" IN { /* We are the primary server
     for example.com */ type primary; file "example.com.db";
     allow-transfer { 192.168.4.14; 192.168.5.53; };
     update-policy { grant key. name _acme-challenge.example.com. TXT; };
};
zone "eng.example.com" { type secondary; file "eng.example.com.bk"; primaries { 192.168.4.12 key "k"; }; };
zone "forward.test" { type forward; forwarders { 192.0.2.1; }; };
`,
  '0.0.127.in-addr.arpa primary /etc/namedb/localhost.rev 12',
  'example.com primary /etc/namedb/example.com.db 17',
  'eng.example.com secondary /etc/namedb/eng.example.com.bk 22 raw',
  'forward.test forward - 23',
);

test(
  'without a directory, files are relative to where named.conf is; an absolute name stays',
  lists,
  'zone a { type primary; file "zones/a"; };\nzone b { type primary; file "/b"; };\n',
  'a primary /etc/bind/zones/a 1',
  'b primary /b 2',
);
test(
  'the directory may come after the zones, and be relative itself',
  lists,
  'zone a { type primary; file "a"; }; options { directory "db"; };',
  'a primary /etc/bind/db/a 1',
);
test('the path of named.conf may be relative', (t) => {
  t.deepEqual(zonesOf('zone a { type primary; file "a"; };', {}, 'bind/named.conf').lines, [
    'a primary bind/a 1',
  ]);
});
test('an include is relative to the directory that was set above it', (t) => {
  const text = 'include "a"; options { directory "/db"; }; include "b"; zone z { include "type"; };';
  const files = {
    '/etc/bind/a': 'zone a { type primary; file "za"; };',
    '/db/b': '\nzone b { type primary; file "zb"; };',
    '/db/type': 'type primary; file "zz";',
  };
  t.deepEqual(zonesOf(text, files).lines, ['a primary /db/za 1', 'b primary /db/zb 2', 'z primary /db/zz 1']);
});
test(
  'keywords are read in any case, names with and without quotes, with and without a final dot',
  lists,
  'ZONE Example.COM. { TYPE MASTER; FILE "a"; };',
  'Example.COM primary /etc/bind/a 1',
);
test(
  'signs in quotes are text',
  lists,
  'zone "a" { type primary; file "x{};#/*\\"y"; };',
  'a primary /etc/bind/x{};#/*"y 1',
);
test(
  'a commented zone is none',
  lists,
  '// zone a { type primary; };\n# zone b {\n/* zone c {\n type x; } */',
);
test(
  'zones of other classes are left out',
  lists,
  'zone "bind" CH { type primary; file "x"; };\nview v CHAOS { zone a { type primary; file "a"; }; };',
);
test('a zone in a response policy is none', lists, 'options { response-policy { zone "rpz.test"; }; };');
test(
  'the format of a file is its own, or that of the view, or that of the options',
  lists,
  `options { masterfile-format text; };
zone a { type secondary; file "a"; };
zone b { type secondary; file "b"; masterfile-format raw; };
view v { masterfile-format map; zone c { type primary; file "c"; }; };`,
  'a secondary /etc/bind/a 2',
  'b secondary /etc/bind/b 3 raw',
  'c primary /etc/bind/c 4 map view v',
);
test('an empty file has no zones', lists, '');
test(
  'zones of views have their view',
  lists,
  'view "in" { match-clients { 10/8; }; zone a { type primary; file "a"; }; };\nview out { zone b { in-view in; }; };',
  'a primary /etc/bind/a 1 view in',
  'b in-view - 2 view out',
);

test('a zone in two views is reported, and the first one is taken', (t) => {
  const text = `view in { zone "example.com" { type primary; file "in"; }; };
view out {
  zone "EXAMPLE.com" { type primary; file "out"; };
};`;
  const { lines, errors } = zonesOf(text);
  t.deepEqual(lines, ['example.com primary /etc/bind/in 1 view in']);
  t.is(errors.length, 1);
  t.regex(errors[0]!, /^ZONE_TWICE \/etc\/bind\/named\.conf:3:3: .* \/etc\/bind\/named\.conf:1 \(view in\)/);
});

const fails = test.macro((t, text: string, place: string, message: RegExp) => {
  const error = t.throws<ZoneFileError>(() => zonesOf(text, { '/etc/bind/f': ' }' }), {
    code: 'BAD_NAMED_CONF',
  });
  t.is(`${error!.file.replace('/etc/bind/', '')}:${error!.line}:${error!.column}`, place);
  t.regex(error!.message, message);
});

test('an unclosed brace', fails, '\nzone a { type primary;\n', 'named.conf:2:8', /never closed/);
test(
  'a brace too many',
  fails,
  'zone a { type primary; file "a"; }; }',
  'named.conf:1:37',
  /no brace is open/,
);
test('a missing semicolon', fails, 'options { directory "x" }', 'named.conf:1:25', /write a ; before/);
test(
  'a missing semicolon behind a brace',
  fails,
  'zone a { type primary; }\nzone b { type primary; };',
  'named.conf:2:1',
  /'zone' is too much: write a ; before it/,
);
test('a missing semicolon at the end', fails, 'zone a { type primary; }\n', 'named.conf:2:1', /write a ;/);
test('an unclosed quote', fails, 'include "x;\n', 'named.conf:1:9', /quote is never closed/);
test('an unclosed comment', fails, '/* x', 'named.conf:1:1', /comment is never closed/);
test('a zone without a type', fails, ' zone a { file "a"; };', 'named.conf:1:2', /no type/);
test('a zone without a name', fails, 'zone { type primary; };', 'named.conf:1:1', /write a value behind it/);
test('a bad name', fails, 'zone a..b { type primary; };', 'named.conf:1:6', /empty label/);
test(
  'an include that is not there',
  fails,
  'include "x";',
  'named.conf:1:9',
  /'x' can't be read: no such file/,
);
test('a fault in an included file is reported there', fails, 'include "f";', 'f:1:2', /no brace is open/);

test('a file that includes itself is an error', (t) => {
  const files = { '/etc/bind/f': '\ninclude "f";' };
  t.throws(() => zonesOf('include "f";', files), {
    code: 'BAD_NAMED_CONF',
    message: /f:2:9: 'f' is being read/,
  });
});
test('braces without end take no stack', (t) => {
  t.throws(() => zonesOf('a { '.repeat(100_000)), {
    code: 'BAD_NAMED_CONF',
    message: /more than 100 braces/,
  });
});
