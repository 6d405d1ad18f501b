/** How many seconds does a TTL stand for? */

import { DnsError } from './dns-error.js';

/** RFC 2181, section 8. */
const MAX_TTL = 2147483647;
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

/**
 * Seconds from `3600`, `1h30m`, `2W`: units s, m, h, d, w, in any case and combination. Throws BAD_TTL.
 *
 * A number without unit may follow a sum of 0 (`0h30`), and that alone, as named has it (lib/dns/ttl.c, bind_ttl).
 */
export function parseTtl(text: string): number {
  return parsePeriod(text, MAX_TTL);
}

/** Like `parseTtl`, with another upper limit: a SOA counts its periods in 32 bits. */
export function parsePeriod(text: string, maxSeconds: number): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : sumOfUnits(text);
  if (seconds > maxSeconds) {
    throw new DnsError('BAD_TTL', `'${text}' is more than ${maxSeconds} seconds`);
  }
  return seconds;
}

function sumOfUnits(text: string): number {
  const [, units = '', rest] = /^((?:\d+[smhdw])+)(\d*)$/i.exec(text) ?? [];
  let seconds = 0;
  for (const [, count, unit] of units.matchAll(/(\d+)(\D)/g)) {
    seconds += Number(count) * UNITS[unit!.toLowerCase()]!;
  }
  if (rest === '') return seconds;
  if (rest !== undefined && seconds === 0) return Number(rest);
  throw new DnsError('BAD_TTL', `'${text}' is not a time: write seconds (3600) or units (1h30m)`);
}
