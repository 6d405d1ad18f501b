/** Which types does a comparison ask for? Their numbers as IANA assigned them, PowerDNS's own ones included. */

export const typeNumbers: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  HINFO: 13,
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
  DNAME: 39,
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
  ANY: 255,
  URI: 256,
  CAA: 257,
  TYPE65280: 65280,
  TYPE65300: 65300,
  TYPE65301: 65301,
  ALIAS: 65401,
};

/** The number of a type, by its mnemonic or as `TYPEnnn`. */
export function typeNumber(type: string): number {
  const number = typeNumbers[type] ?? Number(/^TYPE(\d+)$/.exec(type)?.[1]);
  if (Number.isNaN(number)) throw new Error(`no number known for type ${type}`);
  return number;
}

const mnemonics = new Map(Object.entries(typeNumbers).map(([type, number]) => [number, type]));

/** The mnemonic of a type, or `TYPEnnn`. */
export function typeName(number: number): string {
  return mnemonics.get(number) ?? `TYPE${number}`;
}
