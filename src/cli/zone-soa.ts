/** With which records does a new zone begin? */

import { formatName } from '../dns/names.js';
import type { OwnedRecord } from '../store/owner.js';

/** What the SOA and NS records of a new zone are made from: names in normal form. */
export interface NewZone {
  readonly primary: string;
  readonly mailbox: string;
  readonly nameServers: readonly string[];
  /** Seconds. */
  readonly ttl: number;
}

/** Refresh, retry, expire and minimum, in seconds: PowerDNS's own (docs/settings.rst, default-soa-content). */
const PERIODS = '10800 3600 604800 3600';

/** The SOA, with serial 1, and the NS records: all of the zone's name. */
export function recordsOfNewZone({ primary, mailbox, nameServers, ttl }: NewZone): OwnedRecord[] {
  const soa = `${formatName(primary)} ${formatName(mailbox)} 1 ${PERIODS}`;
  return [
    { type: 'SOA', ttl, content: soa },
    ...nameServers.map((name) => ({ type: 'NS', ttl, content: formatName(name) })),
  ];
}

/** A mailbox as a name: `first.last@example.com` is `first\.last.example.com` (RFC 1035, section 8). */
export function nameOfMailbox(mailbox: string): string {
  const at = mailbox.lastIndexOf('@');
  if (at < 0) return mailbox;
  return `${mailbox.slice(0, at).replace(/[.\\]/g, '\\$&')}.${mailbox.slice(at + 1)}`;
}
