/** What does a zone file look like that a seed stands for? */

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how $GENERATE writes it

/** A zone file that uses all that may be used, some of it wrongly now and then. The same seed makes the same text. */
export function randomZone(seed: number): string {
  const random = new Random(seed);
  const end = random.chance(0.15) ? '\r\n' : '\n';
  const lines = random.chance(0.1) ? [] : ['$TTL 1h'];
  lines.push(
    `@ ${random.chance(0.5) ? '2d ' : ''}${layOut(random, 'SOA ns.test. host.test. 1 2 3 4 5'.split(' '), end)}`,
    '@ NS ns.test.',
  );
  for (let count = random.below(25); count > 0; count--) lines.push(line(random, end));
  // named takes no directive in a last line without newline.
  const text = lines.join(end) + (random.chance(0.9) || lines.at(-1)!.startsWith('$') ? end : '');
  return random.chance(0.3) ? withSlip(random, text) : text;
}

/** Mulberry32. */
class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }
}

const OWNERS = [
  '@',
  'a',
  'A',
  'b.c',
  '*',
  '*.w',
  '_x._tcp',
  'a\\.b',
  'q\\"q',
  's\\;s',
  '\\(p\\)',
  'b\\ l',
  '\\065b',
  '\\$d',
  '300',
  'IN',
  'MX',
  '\xe9',
  'x\\255',
  'out.test.',
  'full.example.com.',
  '"in quotes"',
  'l'.repeat(63),
];
const TARGETS = ['@', 'a', 'b.c', 'mail.test.', '.', 'x\\.y', 'q\\;q', '\\@', 'MiXed'];
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
  '\\065\\000',
  '"\xe9\xff"',
  '"a\\; b"',
  '"tab\tx"',
  '"$x"',
  'x=y',
  '"two\\\nlines"',
  `"${'l'.repeat(255)}"`,
];
const PERIODS = ['0', '60', '1h', '1H30m', '2D', '1w', '007', '2147483647', '2147483648'];

function line(random: Random, end: string): string {
  const kind = random.next();
  if (kind < 0.04)
    return random.pick(['', '  ', '\t; note', '; (" note', ';', '()', '(', ')']).replace(/^[()]$/, '');
  if (kind < 0.09)
    return `${random.pick(['$ORIGIN', '$origin'])} ${random.pick(['sub', '@', 'example.com.', 'x.example.com.', '.', 'other.test.'])}${note(random)}`;
  if (kind < 0.13) return `$TTL ${random.pick(PERIODS)}${note(random)}`;
  if (kind < 0.17)
    return `$GENERATE ${random.pick(['1-3', '0-9/4', '5-5'])} ${random.pick(['g$', '$', 'g${1,3}', 'n${16,3,n}', 'x${-4,4,X}.y', 'l\\$$', '$$$'])} ${head(random)} ${random.pick(['A 192.0.2.$', 'CNAME c$', 'TXT "a $"', 'MX "5 m${0,2,o}"', 'TXT x\\;$'])}${note(random)}`;
  if (kind < 0.19)
    return `$INCLUDE ${random.pick(['included', '"included"'])}${random.pick(['', ' sub', ' other.test.'])}${note(random)}`;
  const owner = random.chance(0.3) ? random.pick([' ', '\t', '   ']) : `${random.pick(OWNERS)} `;
  return (
    owner +
    layOut(
      random,
      [...head(random).split(' '), ...content(random)].filter((word) => word !== ''),
      end,
    ) +
    note(random)
  );
}

function head(random: Random): string {
  const words = [
    random.chance(0.4) ? random.pick(PERIODS) : '',
    random.chance(0.5) ? random.pick(['IN', 'in', 'CLASS1']) : '',
  ];
  return (random.chance(0.5) ? words : words.reverse()).join(' ').trim();
}

function content(random: Random): string[] {
  switch (random.below(9)) {
    case 0:
      return [random.pick(['A', 'a', 'TYPE1']), `192.0.2.${random.below(256)}`];
    case 1:
      return ['AAAA', random.pick(['::', '2001:DB8::1', '::ffff:192.0.2.1', 'fe80:0:0:0::1'])];
    case 2:
      return [random.pick(['MX', 'Mx', 'TYPE15']), random.pick(['0', '10', '65535']), random.pick(TARGETS)];
    case 3:
      return [random.pick(['NS', 'PTR']), random.pick(TARGETS)];
    case 4:
      return ['SRV', '0', '1', '2', random.pick(TARGETS)];
    case 5:
      return ['CAA', '0', 'issue', random.pick(['ca.test', '"ca.test; x"', '";"'])];
    case 6:
      return [
        random.pick(['TYPE65300', 'type65301']),
        '\\#',
        '3',
        ...random.pick([['010203'], ['01', '0203'], ['0aF0', 'bb']]),
      ];
    default:
      return [
        random.pick(['TXT', 'txt', 'TYPE16']),
        ...Array.from({ length: 1 + random.below(3) }, () => random.pick(STRINGS)),
      ];
  }
}

/** Words with blanks between them, or parentheses, newlines and comments. */
function layOut(random: Random, words: readonly string[], end: string): string {
  const opensAt = random.chance(0.35) ? random.below(words.length + 1) : -1;
  let isOpen = false;
  let text = '';
  words.forEach((word, index) => {
    if (index === opensAt) {
      text += random.pick(['(', '( ', ` (${end}`, '(( ) ']);
      isOpen = true;
    }
    text += word;
    const gap = random.chance(0.8) ? random.pick([' ', '\t', '  ']) : ` ;(" note${end}`;
    text += isOpen ? random.pick([gap, `${end} `, `${end}`, gap]) : ' ';
  });
  if (isOpen) text += random.pick([')', ' )', `${end})`]);
  return text;
}

function note(random: Random): string {
  return random.chance(0.2) ? random.pick([' ; note', ';', ' ;"(']) : '';
}

/** A character of meaning is added or any one removed somewhere. */
function withSlip(random: Random, text: string): string {
  const at = random.below(text.length - 2);
  const added = random.chance(0.5)
    ? random.pick(['(', ')', '"', ';', '\\', '$', '\n', '\r', ' ', '@', '.', '\t'])
    : '';
  return text.slice(0, at) + added + text.slice(added === '' ? at + 1 : at);
}
