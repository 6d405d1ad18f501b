/** With which records does a new zone begin? */

import { formatName } from '../dns/names.js';
import type { ResourceRecord } from '../dns/record.js';

/** What the SOA and NS records of a new zone are made from: names in normal form. */
export interface NewZone {
  readonly zoneName: string;
  readonly primary: string;
  readonly mailbox: string;
  readonly nameServers: readonly string[];
  /** Seconds. */
  readonly ttl: number;
}

/** Refresh, retry, expire and minimum, in seconds: PowerDNS's own (docs/settings.rst, default-soa-content). */
const PERIODS = '10800 3600 604800 3600';

/** The SOA, with serial 1, and the NS records. */
export function recordsOfNewZone({
  zoneName,
  primary,
  mailbox,
  nameServers,
  ttl,
}: NewZone): ResourceRecord[] {
  const soa = `${formatName(primary)} ${formatName(mailbox)} 1 ${PERIODS}`;
  return [
    { name: zoneName, type: 'SOA', ttl, content: soa },
    ...nameServers.map((name) => ({ name: zoneName, type: 'NS', ttl, content: formatName(name) })),
  ];
}

/** A mailbox as a name: `first.last@example.com` is `first\.last.example.com` (RFC 1035, section 8). */
export function nameOfMailbox(mailbox: string): string {
  const at = mailbox.lastIndexOf('@');
  if (at < 0) return mailbox;
  return `${mailbox.slice(0, at).replace(/[.\\]/g, '\\$&')}.${mailbox.slice(at + 1)}`;
}
