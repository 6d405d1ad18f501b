/** Through which gateway and with which key does an IPSECKEY reach a host? */

import { base64 } from './blobs.js';
import { DnsError } from './dns-error.js';
import type { Field } from './field.js';
import { ipv4, ipv6, name, u8 } from './fields.js';

/**
 * Gateway type, algorithm, gateway and key (RFC 4025, section 3.1), where algorithm 0 has no key.
 *
 * Where RFC 4025 writes `.` for no gateway, PowerDNS wants nothing at all: both are read, nothing is written.
 */
export const ipsecKey: Field = {
  parse: (content) => {
    const kind = u8.parse(content);
    const algorithm = u8.parse(content);
    const gateway = gatewayOf(kind)?.parse(content);
    if (gateway === undefined && content.next?.text === '.') content.word();
    return formatKey(kind, algorithm, gateway, algorithm === '0' ? undefined : base64.parse(content));
  },
  decode: (rdata) => {
    const kind = u8.decode(rdata);
    const algorithm = u8.decode(rdata);
    const gateway = gatewayOf(kind)?.decode(rdata);
    return formatKey(kind, algorithm, gateway, algorithm === '0' ? undefined : base64.decode(rdata));
  },
};

function gatewayOf(kind: string): Field | undefined {
  if (kind === '0') return undefined;
  if (kind === '1') return ipv4;
  if (kind === '2') return ipv6;
  if (kind === '3') return name;
  throw new DnsError('BAD_CONTENT', `'${kind}' is not a gateway type: write 0 to 3`);
}

function formatKey(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ');
}
