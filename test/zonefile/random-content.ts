/** What does a random record hold: which owner, TTL, class, type and content? */

import type { Random } from './random.js';

const LABELS = [
  'a',
  'A',
  'b',
  'www',
  '*',
  '_x',
  'xn--4ca',
  '300',
  '1h',
  'IN',
  'CH',
  'MX',
  'TYPE1',
  'a\\.b',
  'q\\"q',
  's\\;s',
  '\\(p\\)',
  'b\\ l',
  '\\065b',
  '\\$d',
  '\\@',
  'a@b',
  '\\\\',
  '\xe9',
  'x\\255',
  '\\000',
  'a$b',
  'l'.repeat(63),
];

const STRINGS = [
  'x',
  '"x y"',
  '"se;mi"',
  '"(p)"',
  '""',
  '"a\\"b"',
  'a\\"b',
  '"back\\\\"',
  'a\\;b',
  'a\\(b\\)',
  '\\065\\000',
  '"\xe9\xff"',
  '"a\\; b"',
  '"tab\tx"',
  '"$x"',
  '@',
  'x=y',
  '\\#',
  '"two\\\nlines"',
  '[x]',
  `"${'l'.repeat(255)}"`,
  'l'.repeat(255),
];

/** Bytes that mean something somewhere, and others. */
const BYTES = ' \tabAB019.@$;()"\\-_*=,#/\x01\x7f\x80\xff';

export function randomTtl(random: Random): string {
  if (random.chance(0.4))
    return random.pick(['0', '60', '1h', '2D', '007', '2147483647', '2147483648', '0h30']);
  if (random.chance(0.3)) return String(random.below(100_000));
  const units = random.repeat(1, 4, () => `${random.below(40)}${random.pick([...'smhdwSMHDW'])}`);
  return units + (random.chance(0.003) ? String(random.below(60)) : '');
}

/** TTL and class, each of them there or not, in either order. */
export function randomHead(random: Random): string[] {
  const words = [];
  if (random.chance(0.45)) words.push(randomTtl(random));
  if (random.chance(0.45)) words.push(random.pick(['IN', 'in', 'In', 'CLASS1', 'class1', 'CLASS00001']));
  if (random.chance(0.002)) words.push(random.pick(['CH', 'CLASS3', 'IN', '60', 'HS', 'ANY', '[x]']));
  return random.chance(0.5) ? words : words.reverse();
}

export function randomOwner(random: Random): string {
  if (random.chance(0.15)) return '@';
  if (random.chance(0.04)) return random.pick(['"in quotes"', 'out.test.', '.', '"@"']);
  if (random.chance(0.002)) return random.pick(['ab"cd"ef', 'a..b', 'l'.repeat(64)]);
  return randomName(random);
}

function randomName(random: Random): string {
  if (random.chance(0.1)) return random.pick(['@', '.', 'mail.test.', 'MiXed.Example.COM.']);
  const labels = random.repeat(1, 3, () => randomLabel(random), '.');
  return labels + (random.chance(0.15) ? random.pick(['.example.com.', '.EXAMPLE.com.', '.']) : '');
}

function randomLabel(random: Random): string {
  return random.chance(0.9)
    ? random.pick(LABELS)
    : random.repeat(1, 5, () => escapedByte(random, '.@$;()"\\ \t'));
}

function randomString(random: Random): string {
  if (random.chance(0.7)) return random.pick(STRINGS);
  const isQuoted = random.chance(0.6);
  const text = random.repeat(1, 8, () => escapedByte(random, isQuoted ? '"\\' : ' \t;()"\\'));
  return isQuoted ? `"${text}"` : text;
}

/** A byte as it is, unless it is one of `special`, or escaped in one of two ways. */
function escapedByte(random: Random, special: string): string {
  const byte = random.pick([...BYTES]);
  if (random.chance(0.2)) return `\\${String(byte.charCodeAt(0)).padStart(3, '0')}`;
  const isDigit = byte >= '0' && byte <= '9';
  return special.includes(byte) || (!isDigit && random.chance(0.1)) ? `\\${byte}` : byte;
}

function hexWords(random: Random, bytes: number): string[] {
  const digits = Array.from({ length: 2 * bytes }, () => random.pick([...'0123456789abcdefABCDEF'])).join('');
  const cut = random.below(digits.length);
  return random.chance(0.6) || cut === 0 ? [digits] : [digits.slice(0, cut), digits.slice(cut)];
}

const u16 = (random: Random) => random.pick(['0', '1', '10', '00010', '65535', String(random.below(65536))]);
const u8 = (random: Random) => random.pick(['0', '1', '128', '255']);

/** The words of a content by type. CNAME and DNAME, which must be alone at an owner, are for others to place. */
const CONTENTS: Readonly<Record<string, (random: Random) => string[]>> = {
  A: (random) => [`192.0.2.${random.below(256)}`],
  AAAA: (random) => [
    random.pick(['::', '2001:DB8::1', '::ffff:192.0.2.1', 'fe80:0:0:0::1', '1:0:0:2::3', '::1.2.3.4']),
  ],
  MX: (random) => [u16(random), randomName(random)],
  NS: (random) => [random.pick(['ns.test.', 'NS2.test.', 'a\\.b.test.'])],
  PTR: (random) => [randomName(random)],
  RP: (random) => [randomName(random), randomName(random)],
  SRV: (random) => [u16(random), u16(random), u16(random), randomName(random)],
  TXT: (random) => Array.from({ length: 1 + random.below(3) }, () => randomString(random)),
  SPF: (random) => [randomString(random)],
  HINFO: (random) => [randomString(random), randomString(random)],
  CAA: (random) => [u8(random), random.pick(['issue', 'ISSUE', 'iodef']), randomString(random)],
  URI: (random) => [u16(random), u16(random), random.pick(['"http://x/;y"', '"a\\"b"'])],
  NAPTR: (random) => [
    u16(random),
    u16(random),
    random.pick(['u', '"S"', '""']),
    random.pick(['E2U+sip', '""']),
    random.pick(['""', '"!^(.*)$!sip:\\\\1@x!i"']),
    randomName(random),
  ],
  DLV: (random) => [u16(random), random.pick(['8', 'RSASHA256', '13']), '2', ...hexWords(random, 32)],
  SSHFP: (random) => ['1', '1', ...hexWords(random, 20)],
  TLSA: (random) => ['3', '1', '1', ...hexWords(random, 32)],
  DNSKEY: (random) => ['257', '3', '8', ...random.pick([['AwEAAQ=='], ['AwEA', 'AQ==']])],
  HTTPS: (random) => [
    '1',
    random.pick(['.', randomName(random)]),
    ...random.pick([[], ['alpn=h2,h3'], ['port=53', 'alpn="h2"'], ['key667="x y"'], ['ipv4hint=192.0.2.1']]),
  ],
  LOC: (random) => random.pick(['51 30 12.748 N 0 7 39.611 W 0m', '1 S 2 E -5.5 1m']).split(' '),
  TYPE65300: (random) => generic(random, random.below(4)),
  TYPE1: () => ['\\#', '4', 'c0000201'],
  TYPE16: (random) => random.pick([['\\#', '2', '0161'], [randomString(random)]]),
  TYPE1234: (random) => generic(random, random.below(40)),
};

function generic(random: Random, bytes: number): string[] {
  return ['\\#', String(bytes), ...(bytes === 0 ? [] : hexWords(random, bytes))];
}

/** Type and content. */
export function randomContent(random: Random): string[] {
  const common = random.chance(0.5) ? ['A', 'TXT', 'MX', 'TXT', 'SRV', 'PTR'] : Object.keys(CONTENTS);
  const type = random.pick(common);
  return [random.chance(0.8) ? type : type.toLowerCase(), ...CONTENTS[type]!(random)];
}
