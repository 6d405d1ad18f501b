/** How are bytes written that stand for nothing but themselves: digests, keys, salts and identifiers? */

import { DnsError } from './dns-error.js';
import type { Field } from './field.js';

/** To the end, at least one byte, in hexadecimal. */
export const hex: Field = {
  parse: (content) => parseHex(content.words()),
  decode: (rdata) => rdata.take(1).toString('hex') + rdata.rest().toString('hex'),
};

/**
 * A digest in hexadecimal, after a byte that names its algorithm.
 *
 * `lengths` gives its bytes by algorithm: clients refuse the whole answer if that of a known one is wrong.
 */
export function digest(lengths: Readonly<Record<number, number>>): Field {
  return {
    parse: (content) => {
      const algorithm = Number(content.last?.text);
      return checkDigest(hex.parse(content), lengths[algorithm]);
    },
    decode: (rdata) => {
      const algorithm = rdata.last!;
      return checkDigest(hex.decode(rdata), lengths[algorithm]);
    },
  };
}

/** To the end, at least one byte, in base64. */
export const base64: Field = {
  parse: (content) => parseBase64(content.words()),
  decode: (rdata) => Buffer.concat([rdata.take(1), rdata.rest()]).toString('base64'),
};

/** A salt in hexadecimal, `-` if there is none (RFC 5155, section 3.3). */
export const salt: Field = {
  parse: (content) => {
    const word = content.word();
    if (word === '-') return word;
    if (word.length <= 510) return parseHex(word);
    throw new DnsError('BAD_CONTENT', `has ${word.length / 2} bytes: at most 255 are allowed`);
  },
  decode: (rdata) => rdata.string().toString('hex') || '-',
};

/** A SHA-1 hash in base32 with extended hex alphabet (RFC 5155, section 3.3). */
export const hash: Field = {
  parse: (content) => {
    const word = content.word();
    if (/^[0-9A-Va-v]{32}$/.test(word)) return word.toUpperCase();
    throw new DnsError(
      'BAD_CONTENT',
      `'${word}' is not a hash: write 32 letters or digits, 0 to 9 and A to V`,
    );
  },
  decode: (rdata) => {
    const bits = BigInt(`0x1${rdata.string().toString('hex')}`)
      .toString(2)
      .slice(1);
    const word = bits.replace(/.{5}/g, (five) => Number.parseInt(five, 2).toString(32));
    if (word.length === 32) return word.toUpperCase();
    throw new DnsError('BAD_CONTENT', 'is not 20 bytes long');
  },
};

/** 64 bits in four groups, `14:4fff:ff20:ee64` (RFC 6742, section 2.1). */
export const identifier: Field = {
  parse: (content) => {
    const word = content.word();
    if (/^[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){3}$/i.test(word)) return trimGroups(word.toLowerCase());
    throw new DnsError('BAD_CONTENT', `'${word}' is not an identifier: write four groups, 14:4fff:ff20:ee64`);
  },
  decode: (rdata) =>
    trimGroups(
      rdata
        .take(8)
        .toString('hex')
        .replace(/.{4}(?=.)/g, '$&:'),
    ),
};

/** `bytes` bytes with hyphens, `00-00-5e-00-53-2a` (RFC 7043). */
export function hardwareAddress(bytes: number): Field {
  return {
    parse: (content) => {
      const word = content.word();
      const groups = word.toLowerCase().split('-');
      if (groups.length === bytes && groups.every((group) => /^[0-9a-f]{1,2}$/.test(group))) {
        return groups.map((group) => group.padStart(2, '0')).join('-');
      }
      throw new DnsError('BAD_CONTENT', `'${word}' is not an address: write ${bytes} bytes, 00-00-5e-...`);
    },
    decode: (rdata) =>
      rdata
        .take(bytes)
        .toString('hex')
        .replace(/.{2}(?=.)/g, '$&-'),
  };
}

/** Bytes in hexadecimal, digits in lower case. */
export function parseHex(word: string): string {
  if (/^(?:[0-9a-fA-F]{2})+$/.test(word)) return word.toLowerCase();
  throw new DnsError('BAD_CONTENT', `'${word}' is not hexadecimal: write two digits for each byte`);
}

/** Bytes in base64, which must be padded: PowerDNS would drop what is not. */
export function parseBase64(word: string): string {
  if (word.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(word)) {
    return Buffer.from(word, 'base64').toString('base64');
  }
  throw new DnsError(
    'BAD_CONTENT',
    `'${word}' is not base64: its length is a multiple of 4, filled up with =`,
  );
}

function checkDigest(digits: string, bytes: number | undefined): string {
  if (bytes === undefined || digits.length === 2 * bytes) return digits;
  throw new DnsError('BAD_CONTENT', `has ${digits.length / 2} bytes: a digest of this type has ${bytes}`);
}

function trimGroups(groups: string): string {
  return groups.replace(/\b0+(?=[0-9a-f])/g, '');
}
