/** What does PowerDNS ask? One union for every line it sends. */

/** `HELO <TAB> abi`: the handshake, always the first line. */
export interface Hello {
  readonly tag: 'HELO';
  /** As sent: 1 to 5 are known, see protocol/abi.ts. */
  readonly abiVersion: number;
}

/** `Q`: a question. Names are presentation format without a final dot, in the client's case; the root is `.`. */
export interface Question {
  readonly tag: 'Q';
  readonly qname: string;
  readonly qclass: string;
  /** In capitals. `ANY` means every type. */
  readonly qtype: string;
  /** The zone the records must belong to; -1: not known. */
  readonly zoneId: number;
  readonly remoteIp: string;
  /** ABI 2 and later. */
  readonly localIp?: string;
  /** ABI 3 and later: EDNS Client Subnet, or the remote address with its full length. */
  readonly ednsSubnet?: string;
}

/** `AXFR`: all records of a zone. */
export interface Transfer {
  readonly tag: 'AXFR';
  readonly zoneId: number;
  /** ABI 4 and later. */
  readonly zoneName?: string;
}

/** `CMD`: a line that an operator typed after `pdnsutil backend-cmd`. ABI 5. */
export interface Command {
  readonly tag: 'CMD';
  readonly text: string;
}

/** `PING`: very old servers. */
export interface Ping {
  readonly tag: 'PING';
}

export type Request = Hello | Question | Transfer | Command | Ping;
