/** What becomes of a text when somebody's finger slips? */

import type { Random } from './random.js';

/** Characters that mean something, each as it is the most dangerous. */
const SPECIAL = [
  '(',
  ')',
  '"',
  ';',
  '\\',
  '$',
  '\n',
  '\r',
  '\r\n',
  ' ',
  '@',
  '.',
  '\t',
  '0',
  '{',
  ',',
  '#',
  '\0',
];

/** The text with one edit to three: bytes or lines added, removed, changed, doubled or moved. */
export function withSlips(random: Random, text: string): string {
  let slipped = text;
  for (let count = 1 + random.below(3); count > 0; count--) slipped = withSlip(random, slipped);
  return slipped;
}

function withSlip(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const byte = random.chance(0.8) ? random.pick(SPECIAL) : String.fromCharCode(random.below(256));
  switch (random.below(7)) {
    case 0:
    case 1:
      return text.slice(0, at) + byte + text.slice(at);
    case 2:
      return text.slice(0, at) + byte + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at + 1 + random.below(3));
    case 4:
      return text.slice(0, at) + text.slice(Math.max(0, at - random.below(12)));
    case 5: {
      const lines = text.split('\n');
      const [line = ''] = lines.splice(random.below(lines.length), 1);
      lines.splice(random.below(lines.length + 1), 0, line);
      return lines.join('\n');
    }
    default:
      return random.chance(0.3) ? text.slice(0, at) : text;
  }
}
