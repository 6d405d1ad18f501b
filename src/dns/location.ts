/** Where on earth is a LOC? */

import type { ContentReader } from './content-reader.js';
import { DnsError } from './dns-error.js';
import type { Field } from './field.js';
import type { RdataReader } from './rdata-reader.js';

/** Latitude and longitude on the wire: thousandths of an arc second around this value (RFC 1876, section 2). */
const ORIGIN = 2 ** 31;
/** Altitude on the wire: centimetres above 100 km below the WGS 84 ellipsoid. */
const ALTITUDE_BASE = 10_000_000;
/** PowerDNS counts centimetres in 32 bits; RFC 1876 would allow 90000000 m. */
const MAX_SIZE = 0xffffffff;

/** Latitude, longitude, altitude, size and precisions, all written out (RFC 1876, section 3). */
export const location: Field = {
  parse: (content) => {
    const latitude = parseAngle(content, 'N', 'S', 90);
    const longitude = parseAngle(content, 'E', 'W', 180);
    const altitude = parseCentimetres(content, '0', -ALTITUDE_BASE, 0xffffffff - ALTITUDE_BASE);
    const sizes = ['1', '10000', '10'].map((preset) =>
      roundSize(parseCentimetres(content, preset, 0, MAX_SIZE)),
    );
    return formatLocation(latitude, longitude, altitude, sizes);
  },
  decode: (rdata) => {
    if (rdata.u8() !== 0) throw new DnsError('BAD_CONTENT', 'is not of version 0');
    const sizes = [decodeSize(rdata), decodeSize(rdata), decodeSize(rdata)];
    const latitude = rdata.u32() - ORIGIN;
    const longitude = rdata.u32() - ORIGIN;
    return formatLocation(latitude, longitude, rdata.u32() - ALTITUDE_BASE, sizes);
  },
};

/** `degrees [minutes [seconds]] hemisphere` in thousandths of an arc second. */
function parseAngle(content: ContentReader, plus: string, minus: string, maxDegrees: number): number {
  const words: string[] = [];
  let word = content.word();
  for (; word.toUpperCase() !== plus && word.toUpperCase() !== minus; word = content.word()) words.push(word);
  const [degrees = '', minutes = '0', seconds = '0', ...more] = words;
  const wellFormed = /^0*\d{1,3}$/.test(degrees) && /^0*[0-5]?\d$/.test(minutes) && SECONDS.test(seconds);
  const angle = Number(degrees) * 3_600_000 + Number(minutes) * 60_000 + Math.round(Number(seconds) * 1000);
  if (more.length > 0 || !wellFormed || angle > maxDegrees * 3_600_000) {
    const text = [...words, word].join(' ');
    throw new DnsError('BAD_CONTENT', `'${text}' is not a direction: write 51 30 12.748 ${plus}`);
  }
  return word.toUpperCase() === plus ? angle : -angle;
}

const SECONDS = /^(?:0*[0-5]?\d(?:\.\d{0,3})?|\.\d{1,3})$/;
const METRES = /^([-+]?0*\d{1,8}(?:\.\d{0,2})?|-?\.\d{1,2})m?$/;

function parseCentimetres(content: ContentReader, preset: string, min: number, max: number): number {
  if (content.atEnd && preset === '0') content.token();
  const word = content.atEnd ? preset : content.word();
  const metres = METRES.exec(word);
  const centimetres = Math.round(Number(metres?.[1]) * 100);
  if (centimetres >= min && centimetres <= max) return centimetres;
  throw new DnsError('BAD_CONTENT', `'${word}' is not a length from ${min / 100} to ${max / 100} metres`);
}

/** Sizes are one digit and a power of ten on the wire: the other digits are lost. */
function roundSize(centimetres: number): number {
  const digits = String(centimetres);
  return Number(digits[0]) * 10 ** (digits.length - 1);
}

function decodeSize(rdata: RdataReader): number {
  const byte = rdata.u8();
  const [digit, exponent] = [byte >> 4, byte & 0xf];
  const size = digit * 10 ** exponent;
  if (digit <= 9 && exponent <= 9 && size <= MAX_SIZE) return size;
  throw new DnsError(
    'BAD_CONTENT',
    `is not a length from 0 to ${MAX_SIZE / 100} metres: 0x${byte.toString(16)}`,
  );
}

function formatLocation(
  latitude: number,
  longitude: number,
  altitude: number,
  sizes: readonly number[],
): string {
  const lengths = sizes.map((size) => (size >= 100 ? `${size / 100}m` : `${(size / 100).toFixed(2)}m`));
  const position = `${formatAngle(latitude, 'N', 'S')} ${formatAngle(longitude, 'E', 'W')}`;
  return `${position} ${(altitude / 100).toFixed(2)}m ${lengths.join(' ')}`;
}

function formatAngle(angle: number, plus: string, minus: string): string {
  const size = Math.abs(angle);
  const degrees = Math.floor(size / 3_600_000);
  const minutes = Math.floor(size / 60_000) % 60;
  const seconds = ((size % 60_000) / 1000).toFixed(3);
  return `${degrees} ${minutes} ${seconds} ${angle < 0 ? minus : plus}`;
}
