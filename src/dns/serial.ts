/** Which of two serials is newer, and which comes next? */

/** How a new serial is found: one more, today as YYYYMMDDnn (RIPE-203), or the seconds since 1970. */
export type SerialPolicy = 'increment' | 'date' | 'unix';

export const serialPolicies: readonly SerialPolicy[] = ['increment', 'date', 'unix'];

/** Whether `serial` is newer than `other` (RFC 1982, section 3.2). Two that are 2^31 apart are not comparable: false. */
export function isNewerSerial(serial: number, other: number): boolean {
  const ahead = (serial - other) >>> 0;
  return ahead > 0 && ahead < 0x80000000;
}

/** A serial newer than `serial`. Of a date or a time that is not newer, one more is taken. 0 is left out, as PowerDNS does. */
export function nextSerial(serial: number, policy: SerialPolicy, now = new Date()): number {
  const wanted = policy === 'increment' ? serial : policy === 'unix' ? unixTime(now) : dateSerial(now);
  return isNewerSerial(wanted, serial) ? wanted : (serial + 1) >>> 0 || 1;
}

function unixTime(now: Date): number {
  return Math.floor(now.getTime() / 1000) >>> 0;
}

function dateSerial(now: Date): number {
  return Number(now.toISOString().slice(0, 10).replaceAll('-', '')) * 100 + 1;
}

const SERIAL = 2;

/** The serial of a SOA content in normal form. */
export function serialOf(soa: string): number {
  return Number(soa.split(' ')[SERIAL]);
}

/** A SOA content in normal form with another serial. */
export function withSerial(soa: string, serial: number): string {
  return soa.split(' ').with(SERIAL, String(serial)).join(' ');
}
