/** Which fields does the content of each type consist of? */

import { addressPrefixes } from './address-prefixes.js';
import { base64, digest, hardwareAddress, hash, hex, identifier, salt } from './blobs.js';
import type { Field } from './field.js';
import {
  caaTag,
  ipv4,
  ipv6,
  name,
  period,
  string,
  strings,
  text,
  texts,
  type,
  u8,
  u16,
  u32,
} from './fields.js';
import { ipsecKey } from './ipsec-key.js';
import { location } from './location.js';
import { algorithm, certificateType } from './mnemonics.js';
import { serviceBinding } from './service-binding.js';
import { timestamp } from './timestamp.js';
import { someTypes, types } from './type-bitmap.js';

/** The fields of one type's content, in order, and what they are called in messages. */
export interface Layout {
  readonly labels: readonly string[];
  readonly fields: readonly Field[];
}

const key = { flags: u16, protocol: u8, algorithm, key: base64 };
const delegationSigner = {
  'key tag': u16,
  algorithm,
  'digest type': u8,
  digest: digest({ 1: 20, 2: 32, 3: 32, 4: 48 }),
};
const certificateAssociation = { usage: u8, selector: u8, 'matching type': u8, association: hex };

const FIELDS: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  A: { address: ipv4 },
  NS: { host: name },
  CNAME: { target: name },
  SOA: {
    primary: name,
    mailbox: name,
    serial: u32,
    refresh: period,
    retry: period,
    expire: period,
    minimum: period,
  },
  MB: { host: name },
  MG: { mailbox: name },
  MR: { mailbox: name },
  PTR: { target: name },
  HINFO: { cpu: string, os: string },
  MINFO: { mailbox: name, 'error mailbox': name },
  MX: { preference: u16, exchange: name },
  TXT: { text: strings },
  RP: { mailbox: name, text: name },
  AFSDB: { subtype: u16, host: name },
  KEY: key,
  AAAA: { address: ipv6 },
  LOC: { location },
  SRV: { priority: u16, weight: u16, port: u16, target: name },
  NAPTR: { order: u16, preference: u16, flags: string, services: string, regexp: string, replacement: name },
  KX: { preference: u16, exchanger: name },
  CERT: { type: certificateType, 'key tag': u16, algorithm, certificate: base64 },
  DNAME: { target: name },
  APL: { prefixes: addressPrefixes },
  DS: delegationSigner,
  SSHFP: { algorithm: u8, 'fingerprint type': u8, fingerprint: digest({ 1: 20, 2: 32 }) },
  IPSECKEY: { precedence: u8, gateway: ipsecKey },
  RRSIG: {
    'type covered': type,
    algorithm,
    labels: u8,
    'original ttl': u32,
    expiration: timestamp,
    inception: timestamp,
    'key tag': u16,
    signer: name,
    signature: base64,
  },
  NSEC: { 'next name': name, types: someTypes },
  DNSKEY: key,
  DHCID: { digest: base64 },
  NSEC3: { algorithm: u8, flags: u8, iterations: u16, salt, 'next hash': hash, types },
  NSEC3PARAM: { algorithm: u8, flags: u8, iterations: u16, salt },
  TLSA: certificateAssociation,
  SMIMEA: certificateAssociation,
  RKEY: key,
  CDS: delegationSigner,
  CDNSKEY: key,
  OPENPGPKEY: { key: base64 },
  CSYNC: { serial: u32, flags: u16, types },
  ZONEMD: { serial: u32, scheme: u8, 'hash algorithm': u8, digest: digest({ 1: 48, 2: 64 }) },
  SVCB: { binding: serviceBinding },
  HTTPS: { binding: serviceBinding },
  SPF: { text: strings },
  NID: { preference: u16, 'node id': identifier },
  L32: { preference: u16, locator: ipv4 },
  L64: { preference: u16, locator: identifier },
  LP: { preference: u16, target: name },
  EUI48: { address: hardwareAddress(6) },
  EUI64: { address: hardwareAddress(8) },
  URI: { priority: u16, weight: u16, target: text },
  CAA: { flags: u8, tag: caaTag, value: text },
  DLV: delegationSigner,
  ALIAS: { target: name },
  LUA: { type, code: texts },
};

/**
 * By type in normal form, for every type that has a presentation format in PowerDNS 4.
 *
 * Its other mnemonics (A6, SIG, ADDR) it reads in the generic form only.
 */
export const LAYOUTS: ReadonlyMap<string, Layout> = new Map(
  Object.entries(FIELDS).map(([of, fields]) => [
    of,
    { labels: Object.keys(fields), fields: Object.values(fields) },
  ]),
);
