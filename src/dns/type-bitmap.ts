/** Which types does a bitmap list? */

import type { ContentReader } from './content-reader.js';
import { DnsError } from './dns-error.js';
import type { Field } from './field.js';
import type { RdataReader } from './rdata-reader.js';
import { parseType, portableType, typeNumber, typeOfNumber } from './record-type.js';

/** Any number of types in the order of their numbers, to the end (RFC 4034, section 4.1.2). */
export const types: Field = {
  parse: (content) => formatTypes(parseTypes(content)),
  decode: (rdata) => formatTypes(decodeTypes(rdata)),
};

/** The same with at least one type: clients refuse an NSEC without any. */
export const someTypes: Field = {
  parse: (content) => {
    if (content.atEnd) content.token();
    return types.parse(content);
  },
  decode: (rdata) => types.decode(rdata),
};

function parseTypes(content: ContentReader): Set<number> {
  const numbers = new Set<number>();
  while (!content.atEnd) numbers.add(typeNumber(parseType(content.word())));
  return numbers;
}

function decodeTypes(rdata: RdataReader): Set<number> {
  const numbers = new Set<number>();
  while (!rdata.atEnd) {
    const window = rdata.u8() * 256;
    for (const [at, byte] of rdata.string().entries()) {
      for (let bit = 0; bit < 8; bit++) {
        if (byte & (0x80 >> bit)) numbers.add(window + at * 8 + bit);
      }
    }
  }
  if (numbers.has(0)) throw new DnsError('BAD_CONTENT', 'lists type 0, which does not exist');
  return numbers;
}

function formatTypes(numbers: Set<number>): string {
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => portableType(typeOfNumber(number)))
    .join(' ');
}
