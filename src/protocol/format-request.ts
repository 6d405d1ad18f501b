/** How does PowerDNS write what it asks? */

import type { Abi } from './abi.js';
import type { Request } from './request.js';

/** One line with its newline, with the fields that `abi` has. Missing addresses are sent as PowerDNS sends unknown ones. */
export function formatRequest(request: Request, abi: Abi): string {
  switch (request.tag) {
    case 'HELO':
      return `HELO\t${request.abiVersion}\n`;
    case 'Q': {
      const { qname, qclass, qtype, zoneId, remoteIp, localIp = '0.0.0.0' } = request;
      const { ednsSubnet = wholeAddress(remoteIp) } = request;
      const fields = ['Q', qname, qclass, qtype, zoneId, remoteIp, localIp, ednsSubnet];
      return `${fields.slice(0, abi.questionFields).join('\t')}\n`;
    }
    case 'AXFR':
      return `${['AXFR', request.zoneId, request.zoneName ?? ''].slice(0, abi.transferFields).join('\t')}\n`;
    case 'CMD':
      return `CMD\t${request.text}\n`;
    case 'PING':
      return 'PING\n';
  }
}

/** Without EDNS Client Subnet PowerDNS sends the remote address with its full length (0.0.0.0/0 when it is not known). */
function wholeAddress(ip: string): string {
  if (ip === '0.0.0.0') return '0.0.0.0/0';
  return ip.includes(':') ? `${ip}/128` : `${ip}/32`;
}
