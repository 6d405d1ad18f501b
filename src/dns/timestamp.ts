/** When does a signature begin and end? */

import { DnsError } from './dns-error.js';
import type { Field } from './field.js';

/** A time in UTC, `20301231235959`, or in seconds since 1970 (RFC 4034, section 3.2). */
export const timestamp: Field = {
  parse: (content) => {
    const word = content.word();
    if (/^\d{1,10}$/.test(word) && Number(word) <= 0xffffffff) return formatSeconds(Number(word));
    const date = word.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
    const seconds = /^\d{14}$/.test(word) ? Date.parse(date) / 1000 : Number.NaN;
    if (seconds >= 0 && formatSeconds(seconds) === word) return word;
    throw new DnsError('BAD_CONTENT', `'${word}' is not a time: write YYYYMMDDHHmmSS`);
  },
  decode: (rdata) => formatSeconds(rdata.u32()),
};

function formatSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
}
