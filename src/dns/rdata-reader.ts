/** What stands next in the wire format of a content? */

import { DnsError } from './dns-error.js';
import { readLabels } from './wire-labels.js';

/** Hands out the bytes of one RDATA, one field after the other. */
export class RdataReader {
  /**
   * The RDATA are the bytes from `read` up to `end`. `isCompressed`: a name may end in a pointer to another one before it
   * in `bytes`, which then is the whole message (RFC 1035, section 4.1.4).
   */
  constructor(
    readonly bytes: Buffer,
    private read = 0,
    private readonly end = bytes.length,
    private readonly isCompressed = false,
  ) {}

  get atEnd(): boolean {
    return this.read >= this.end;
  }

  get last(): number | undefined {
    return this.bytes[this.read - 1];
  }

  take(length: number): Buffer {
    const end = this.read + length;
    if (end > this.end) throw new DnsError('BAD_CONTENT', 'the bytes end within it');
    const bytes = this.bytes.subarray(this.read, end);
    this.read = end;
    return bytes;
  }

  rest(): Buffer {
    return this.take(this.end - this.read);
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

  /** The labels of a name. */
  labels(): Buffer[] {
    const { labels, end } = readLabels(this.bytes, this.read, this.isCompressed);
    this.take(end - this.read);
    return labels;
  }
}
