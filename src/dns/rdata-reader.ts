/** What stands next in the wire format of a content? */

import { DnsError } from './dns-error.js';

/** Hands out the bytes of one RDATA, one field after the other; names are never compressed (RFC 3597, section 4). */
export class RdataReader {
  private read = 0;

  constructor(readonly bytes: Buffer) {}

  get atEnd(): boolean {
    return this.read >= this.bytes.length;
  }

  get last(): number | undefined {
    return this.bytes[this.read - 1];
  }

  take(length: number): Buffer {
    const end = this.read + length;
    if (end > this.bytes.length) throw new DnsError('BAD_CONTENT', 'the bytes end within it');
    const bytes = this.bytes.subarray(this.read, end);
    this.read = end;
    return bytes;
  }

  rest(): Buffer {
    return this.take(this.bytes.length - this.read);
  }

  u8(): number {
    return this.take(1).readUInt8();
  }

  u16(): number {
    return this.take(2).readUInt16BE();
  }

  u32(): number {
    return this.take(4).readUInt32BE();
  }

  /** The bytes after their own length in one byte. */
  string(): Buffer {
    return this.take(this.u8());
  }
}
