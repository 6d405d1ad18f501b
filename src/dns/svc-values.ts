/** What does the value of each key of a service binding say? */

import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from './addresses.js';
import { parseBase64 } from './blobs.js';
import { formatCharacterString } from './character-strings.js';
import { DnsError } from './dns-error.js';
import { RdataReader } from './rdata-reader.js';
import { formatSvcKey, parseSvcKey } from './svc-keys.js';

/** One kind of value. Both ways give its normal form, the empty text for a key without a value. */
interface SvcValue {
  /** From its text, escapes resolved: characters are bytes. */
  parse(text: string): string;
  decode(wire: RdataReader): string;
}

/** The normal form of a key's value, from its text with the escapes of the zone file resolved. */
export function parseSvcValue(key: number, text: string): string {
  return kindOf(key).parse(text);
}

/** The normal form of a key's value, from the wire format. */
export function decodeSvcValue(key: number, bytes: Buffer): string {
  const wire = new RdataReader(bytes);
  const value = kindOf(key).decode(wire);
  if (wire.atEnd) return value;
  throw new DnsError(
    'BAD_CONTENT',
    `value of '${formatSvcKey(key)}' is ${bytes.length} bytes long: that is too much`,
  );
}

const addresses4 = addressHints(4, parseIpv4, formatIpv4);
const addresses6 = addressHints(16, parseIpv6, formatIpv6);

const mandatory: SvcValue = {
  parse: (text) => formatKeys(text.split(',').map(parseSvcKey)),
  decode: (wire) => formatKeys(list(wire, () => wire.u16())),
};

const protocols: SvcValue = {
  parse: (text) => formatProtocols(splitList(text)),
  decode: (wire) => formatProtocols(list(wire, () => wire.string().toString('latin1'))),
};

const nothing: SvcValue = {
  parse: (text) => {
    if (text === '') return text;
    throw new DnsError('BAD_CONTENT', `'${text}' is the value of a key that has none`);
  },
  decode: () => '',
};

const port: SvcValue = {
  parse: (text) => {
    if (/^\d{1,5}$/.test(text) && Number(text) <= 0xffff) return String(Number(text));
    throw new DnsError('BAD_CONTENT', `'${text}' is not a port`);
  },
  decode: (wire) => String(wire.u16()),
};

const config: SvcValue = {
  parse: parseBase64,
  decode: (wire) => parseBase64(wire.rest().toString('base64')),
};

const opaque: SvcValue = {
  parse: quoteSvcText,
  decode: (wire) => quoteSvcText(wire.rest().toString('latin1')),
};

/** By key: mandatory, alpn, no-default-alpn, port, ipv4hint, ech, ipv6hint. */
const VALUES: readonly SvcValue[] = [mandatory, protocols, nothing, port, addresses4, config, addresses6];

function kindOf(key: number): SvcValue {
  return VALUES[key] ?? opaque;
}

/** A list of addresses, or `auto`: then PowerDNS fills in those of the target (setting svc-autohints). */
function addressHints(
  size: number,
  parse: (text: string) => string,
  format: (bytes: Buffer) => string,
): SvcValue {
  return {
    parse: (text) => (text === 'auto' ? text : text.split(',').map(parse).join(',')),
    decode: (wire) => list(wire, () => format(wire.take(size))).join(','),
  };
}

/** At least one item. */
function list<T>(wire: RdataReader, item: () => T): T[] {
  const items = [item()];
  while (!wire.atEnd) items.push(item());
  return items;
}

function formatKeys(keys: number[]): string {
  const sorted = [...new Set(keys)].sort((a, b) => a - b);
  if (sorted.length < keys.length || sorted[0] === 0) {
    throw new DnsError('BAD_CONTENT', "'mandatory' lists a key twice, or itself");
  }
  return sorted.map(formatSvcKey).join(',');
}

/** The items of a list in which `\,` and `\\` stand for themselves (RFC 9460, appendix A.1). */
function splitList(text: string): string[] {
  return text.split(/(?<=(?<!\\)(?:\\\\)*),/).map((item) => item.replace(/\\(.)/gs, '$1'));
}

function formatProtocols(ids: string[]): string {
  for (const id of ids) {
    if (id.length === 0 || id.length > 255)
      throw new DnsError('BAD_CONTENT', "an item of 'alpn' has 1 to 255 bytes");
  }
  return quoteSvcText(ids.map((id) => id.replace(/[\\,]/g, '\\$&')).join(','));
}

/** PowerDNS 4.7 ends a value at `(`, `)` and `;` even between quotes. */
function quoteSvcText(text: string): string {
  const quoted = formatCharacterString(Buffer.from(text, 'latin1'));
  return quoted.replace(/[();]/g, (char) => `\\0${char.charCodeAt(0)}`);
}
