/** Which number has each key of a service binding? */

import { DnsError } from './dns-error.js';

/** The keys that PowerDNS 4 reads by name; it wants all others as `keyNNNNN`. */
const NAMED_KEYS = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint'];
/** IANA, DNS Service Bindings registry: `dohpath` (RFC 9461), `ohttp` (RFC 9540). */
const LATER_KEYS: ReadonlyMap<string, number> = new Map([
  ['dohpath', 7],
  ['ohttp', 8],
]);

/** The number of `port`, `dohpath` or `key667`; keys are lower case (RFC 9460, section 2.1). */
export function parseSvcKey(text: string): number {
  const named = NAMED_KEYS.indexOf(text);
  if (named >= 0) return named;
  const number = /^key(?:0|[1-9]\d{0,4})$/.test(text) ? Number(text.slice(3)) : LATER_KEYS.get(text);
  if (number !== undefined && number <= 65535) return number;
  throw new DnsError('BAD_CONTENT', `'${text}' is not a key: write a known one (alpn) or key0 to key65535`);
}

/** The key as every PowerDNS reads it. */
export function formatSvcKey(key: number): string {
  return NAMED_KEYS[key] ?? `key${key}`;
}
