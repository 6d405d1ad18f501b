/** What does a zone file look like that a seed stands for? */

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how $GENERATE writes it

import { Random } from './random.js';
import { randomContent, randomHead, randomOwner, randomTtl } from './random-content.js';
import { withSlips } from './random-slips.js';

/** The files that random zones include. */
export const INCLUDED: Readonly<Record<string, string>> = {
  included: ' TXT "inherited"\ni A 192.0.2.1\n$ORIGIN deep\n$TTL 99\ni A 192.0.2.2\n',
  nested: '$INCLUDE included sub ; note\r\nn A 192.0.2.3\r\n',
  unended: 'u 60 A 192.0.2.4',
  empty: '',
};

export const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** A zone file that uses all that may be used, some of it wrongly now and then. The same seed makes the same text. */
export function randomZone(seed: number): string {
  const random = new Random(seed);
  const end = random.pick(['\n', '\n', '\n', '\r\n', random.chance(0.2) ? '\r' : '\n']);
  const lines = random.chance(0.15) ? [] : [`$TTL ${random.pick(['1h', '300', '1d12h'])}`];
  const periods = Array.from({ length: 4 }, () => randomTtl(random));
  const soa = [
    'SOA',
    'ns.test.',
    'host.test.',
    '1',
    ...(random.chance(0.5) ? periods : ['2', '3', '4', '5']),
  ];
  lines.push(`@ ${random.chance(0.5) ? '2d ' : ''}${layOut(random, soa, end)}`, '@ NS ns.test.');
  for (let count = random.below(25); count > 0; count--) lines.push(line(random, end));
  if (random.chance(0.2)) lines.push(`alias ${layOut(random, ['CNAME', 'a'], end)}`);
  // named takes no directive in a last line without newline.
  const text = lines.join(end) + (random.chance(0.9) || /^["$]/.test(lines.at(-1)!) ? end : '');
  const whole = random.chance(0.3) ? withSlips(random, text) : text;
  return random.chance(0.05) ? BYTE_ORDER_MARK + whole : whole;
}

function line(random: Random, end: string): string {
  const kind = random.next();
  if (kind < 0.06) return random.pick(['', '  ', '\t; note', ';', ' ()', `(${end})`, `;${junk(random)}`]);
  if (kind < 0.18) return directive(random) + note(random);
  const words = [...randomHead(random), ...randomContent(random)];
  if (random.chance(0.3)) {
    return random.pick([' ', '\t', ' \t ']) + layOut(random, words, end) + note(random);
  }
  return layOut(random, [randomOwner(random), ...words], end) + note(random);
}

function directive(random: Random): string {
  switch (random.below(10)) {
    case 0:
    case 1:
      return `${random.pick(['$TTL', '$ttl', '"$TTL"'])} ${randomTtl(random)}`;
    case 2:
    case 3:
    case 4:
      return `${random.pick(['$ORIGIN', '$Origin'])} ${random.pick(ORIGINS)}`;
    case 5:
      return `$INCLUDE ${random.chance(0.98) ? random.pick(PATHS) : 'nowhere'}${random.pick(['', '', ' sub', ' other.test.', ' x.example.com.'])}`;
    default:
      return generate(random);
  }
}

const ORIGINS = ['sub', '@', 'example.com.', 'EXAMPLE.COM.', 'x.example.com.', 'b\\.c', 'other.test.', '.'];
const PATHS = ['included', '"included"', './nested', 'nested', 'unended', 'empty'];
const RANGES = ['1-3', '0-9/4', '5-5', '007-9', '99-101', '0-3/5'];
const BAD_RANGES = ['2-1', '1-3/0', '1', '-1-2', '1-2/', '1-2147483648'];
const OWNERS = [
  'g$',
  '$',
  'g${1,3}',
  'n${16,3,n}',
  'x${-4,4,X}.y',
  'l\\$$',
  '$$$',
  'g${0,4,N}o',
  '@',
  'o${8,0,o}',
  'd${-9,4}',
];
const CONTENTS = [
  'A 192.0.2.$',
  'CNAME c$',
  'TXT "a $"',
  'MX "5 m${0,2,o}"',
  'TXT x\\;$',
  'PTR $.x.test.',
  'TXT "\\"in $\\""',
  'TYPE65300 "\\# 2 0${0,3,x}"',
  'SRV "0 0 $ @"',
  'AAAA 2001:db8::${0,4,x}',
];

function generate(random: Random): string {
  const head = randomHead(random).map((word) => `${word} `);
  return `$GENERATE ${random.pick(random.chance(0.98) ? RANGES : BAD_RANGES)} ${random.pick(OWNERS)} ${head.join('')}${random.pick(CONTENTS)}`;
}

/** Words with blanks between them, or parentheses, newlines and comments. */
function layOut(random: Random, words: readonly string[], end: string): string {
  const isLoose = random.chance(0.35);
  let depth = 0;
  let text = '';
  words.forEach((word, index) => {
    if (index > 0) text += gap();
    text += word;
  });
  while (depth > 0) {
    text += random.pick([')', ' )', `${end})`, ` ; x${lineFeed(end)} )`]);
    depth -= 1;
  }
  return text;

  function gap(): string {
    if (!isLoose) return random.pick([' ', ' ', '\t', '  ']);
    let blank = random.pick([' ', '\t']);
    if (random.chance(0.3) && depth < 3) {
      depth += 1;
      blank += '(';
    }
    if (depth > 0 && random.chance(0.4)) blank += end + random.pick(['', ' ', `${end}\t`]);
    if (depth > 0 && random.chance(0.2)) blank += ` ;${junk(random)}${lineFeed(end)}`;
    if (depth > 0 && random.chance(0.15)) {
      depth -= 1;
      blank += ') ';
    }
    return random.chance(0.9) ? `${blank} ` : blank.trimStart() || ' ';
  }
}

/** A return alone does not end a comment. */
function lineFeed(end: string): string {
  return end === '\r' ? '\n' : end;
}

function note(random: Random): string {
  return random.chance(0.2) ? `${random.pick(['', ' ', '\t'])};${junk(random)}` : '';
}

/** What may stand in a comment. */
function junk(random: Random): string {
  return random.pick(['', ' note', '("', ' ) " ', ';;', '\\', ' \xe2\x80\x9c', '\t$TTL 5', '@ A x']);
}
