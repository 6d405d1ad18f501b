/** Which record types are there, and which number has each? */

import { DnsError } from './dns-error.js';

/** Every mnemonic of PowerDNS 5 (pdns/qtype.cc) but ENT, which is no type on the wire. */
const NUMBERS: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MB: 7,
  MG: 8,
  MR: 9,
  PTR: 12,
  HINFO: 13,
  MINFO: 14,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  SIG: 24,
  KEY: 25,
  AAAA: 28,
  LOC: 29,
  SRV: 33,
  NAPTR: 35,
  KX: 36,
  CERT: 37,
  A6: 38,
  DNAME: 39,
  OPT: 41,
  APL: 42,
  DS: 43,
  SSHFP: 44,
  IPSECKEY: 45,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  DHCID: 49,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  SMIMEA: 53,
  RKEY: 57,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  ZONEMD: 63,
  SVCB: 64,
  HTTPS: 65,
  SPF: 99,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  TKEY: 249,
  IXFR: 251,
  AXFR: 252,
  MAILB: 253,
  MAILA: 254,
  ANY: 255,
  URI: 256,
  CAA: 257,
  RESINFO: 261,
  WALLET: 262,
  DLV: 32769,
  ADDR: 65400,
  ALIAS: 65401,
  LUA: 65402,
};

const NUMBER_BY_MNEMONIC: ReadonlyMap<string, number> = new Map(Object.entries(NUMBERS));
const MNEMONIC_BY_NUMBER: ReadonlyMap<number, string> = new Map(
  Object.entries(NUMBERS).map(([mnemonic, number]) => [number, mnemonic]),
);
/** New in PowerDNS 5.0: to 4.x they are unknown words. */
const NEW_IN_5: ReadonlySet<string> = new Set(['RESINFO', 'WALLET']);
/** Types that no PowerDNS has a parser for, so that it does not know their names within a content (4.7.3, tried). */
const WITHOUT_PARSER: ReadonlySet<string> = new Set(['A6', 'SIG', 'MAILA', 'MAILB', 'ADDR']);

/** The type in its normal form: mnemonic in capitals, or `TYPEnnn` (RFC 3597) if it has none. Throws BAD_TYPE. */
export function parseType(text: string): string {
  if (NUMBER_BY_MNEMONIC.has(text)) return text;
  const upper = text.toUpperCase();
  if (NUMBER_BY_MNEMONIC.has(upper)) return upper;
  const number = /^TYPE\d{1,5}$/.test(upper) ? Number(upper.slice(4)) : 0;
  if (number < 1 || number > 65535) {
    throw new DnsError(
      'BAD_TYPE',
      `'${text}' is not a record type: write a mnemonic (MX) or TYPE1 to TYPE65535`,
    );
  }
  return typeOfNumber(number);
}

/** The number of a type in normal form. */
export function typeNumber(type: string): number {
  return NUMBER_BY_MNEMONIC.get(type) ?? Number(type.slice(4));
}

/** The normal form of the type with this number. */
export function typeOfNumber(number: number): string {
  return MNEMONIC_BY_NUMBER.get(number) ?? `TYPE${number}`;
}

/** The type as it may stand within a content: by its mnemonic only if PowerDNS 4 reads that there. */
export function portableType(type: string): string {
  return NEW_IN_5.has(type) || WITHOUT_PARSER.has(type) ? `TYPE${typeNumber(type)}` : type;
}

/** Whether PowerDNS 4 takes the type for no type at all, and fails every question for a name that has it. */
export function isNewType(type: string): boolean {
  return NEW_IN_5.has(type);
}

/** Whether the type belongs to questions and transports, never to data: OPT, 128 to 255 (RFC 6895, section 3.1). */
export function isMetaType(type: string): boolean {
  const number = typeNumber(type);
  return number === 41 || (number >= 128 && number <= 255);
}
