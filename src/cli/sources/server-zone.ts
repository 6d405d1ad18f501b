/** What does a running name server have in a zone? */

import { randomInt } from 'node:crypto';
import { DnsError } from '../../dns/dns-error.js';
import { Transfer } from '../../dns/transfer.js';
import { exchangeOverTcp, type TcpServer } from '../../wire/tcp-messages.js';
import type { SourcedZone } from '../import-zone.js';
import { UsageError } from '../usage-error.js';

/** RFC 1035, section 4.2. */
const DNS_PORT = 53;
const DEFAULT_TIMEOUT_MS = 10_000;

/** The zone, in normal form, by a transfer (AXFR). */
export function serverZone(server: TcpServer, zoneName: string): SourcedZone {
  const label = `${zoneName} from ${server.host}`;
  return {
    label,
    read: async (drafts, { report }) => {
      const drafted = drafts.empty;
      const transfer = new Transfer(zoneName, randomInt(0x10000));
      for await (const message of exchangeOverTcp(server, transfer.question)) {
        for (const record of transfer.records(message)) {
          const { name, type, ttl } = record;
          try {
            drafted.add({ name, type, ttl, content: record.content() });
          } catch (error) {
            if (!(error instanceof DnsError)) throw error;
            report({ severity: 'error', code: error.code, message: `${name}: ${error.message}` });
          }
        }
        if (transfer.isComplete) break;
      }
      return { drafted, zoneName };
    },
  };
}

/** `HOST`, `HOST:PORT`, `[ADDRESS]:PORT` or an IPv6 address. Throws UsageError, with `what` in front. */
export function readServer(what: string, text: string, timeoutMs = DEFAULT_TIMEOUT_MS): TcpServer {
  const [, bracketed, plain, ipv6, port = String(DNS_PORT)] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+)|([0-9a-fA-F.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*))(?::(\d{1,5}))?$/.exec(
      text,
    ) ?? [];
  const host = bracketed ?? plain ?? ipv6;
  if (host === undefined || Number(port) < 1 || Number(port) > 65535)
    throw new UsageError(`${what} '${text}' is not a server: write HOST, HOST:PORT or [IPV6-ADDRESS]:PORT`);
  return { host, port: Number(port), timeoutMs };
}
