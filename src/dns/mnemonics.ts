/** Which numbers do the mnemonics stand for that a zone file may use where PowerDNS reads only numbers? */

import { DnsError } from './dns-error.js';
import type { Field } from './field.js';
import { u8, u16 } from './fields.js';

/** DNSSEC algorithms (IANA, DNS Security Algorithm Numbers; names as in RFC 4034, appendix A.1, and in BIND). */
export const algorithm: Field = numberOrMnemonic(u8, {
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  ECC: 4,
  RSASHA1: 5,
  NSEC3DSA: 6,
  NSEC3RSASHA1: 7,
  RSASHA256: 8,
  RSASHA512: 10,
  ECCGOST: 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
});

/** Certificate types (RFC 4398, section 2.1). */
export const certificateType: Field = numberOrMnemonic(u16, {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254,
});

function numberOrMnemonic(number: Field, mnemonics: Readonly<Record<string, number>>): Field {
  const numbers = new Map(Object.entries(mnemonics));
  return {
    parse: (content) => {
      const word = content.next?.text.toUpperCase() ?? '';
      if (!/^[A-Z]/.test(word)) return number.parse(content);
      const value = numbers.get(word);
      if (value === undefined)
        throw new DnsError('BAD_CONTENT', `'${content.word()}' is neither a number nor known`);
      content.word();
      return String(value);
    },
    decode: number.decode,
  };
}
