/** What can be said to PowerDNS? One union for every line it reads, but for the greeting. */

/** `DATA`: one record of an answer. */
export interface Data {
  readonly tag: 'DATA';
  /** The owner. A wildcard is answered literally. */
  readonly qname: string;
  /** Mnemonic in capitals or `TYPEnnn`; `ENT` stands for an empty non-terminal: its content is empty. */
  readonly qtype: string;
  /** Seconds. */
  readonly ttl: number;
  readonly zoneId: number;
  /** Presentation format, with a single blank between fields (the priority too). */
  readonly content: string;
  /** False for NS at a zone cut and everything below it. Sent at ABI 3 and later. */
  readonly auth: boolean;
  /** Length of the client's prefix that the answer holds for, in bits; 0: for everyone. Sent at ABI 3 and later. */
  readonly scopeMask: number;
}

/** `LOG`: a text for PowerDNS's log. */
export interface LogText {
  readonly tag: 'LOG';
  readonly text: string;
}

/** `END`: the answer is complete. */
export interface End {
  readonly tag: 'END';
}

/** `FAIL`: there is no answer; what came before it does not count. */
export interface Fail {
  readonly tag: 'FAIL';
}

export type Reply = Data | LogText | End | Fail;
