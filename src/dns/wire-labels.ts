/** Which labels does a name have on the wire? */

import { DnsError } from './dns-error.js';

/** RFC 1035, section 2.3.4. */
const MAX_NAME_BYTES = 255;
const POINTER = 0xc0;

/**
 * The labels of the name at `at`, and where it ends. `isCompressed`: it may end in a pointer, which leads backwards
 * (RFC 1035, section 4.1.4), so that it can't lead round in circles. Throws BAD_CONTENT.
 */
export function readLabels(
  bytes: Buffer,
  at: number,
  isCompressed: boolean,
): { labels: Buffer[]; end: number } {
  const labels: Buffer[] = [];
  let end: number | undefined;
  let length = 1;
  let next = at;
  let start = at;
  for (;;) {
    const head = bytes[next];
    if (head === 0) return { labels, end: end ?? next + 1 };
    if (head === undefined) throw new DnsError('BAD_CONTENT', 'the bytes end within it');
    if (head < POINTER) {
      if (head > 63) throw new DnsError('BAD_CONTENT', `a label has ${head} bytes: at most 63 are allowed`);
      length += 1 + head;
      if (next + head >= bytes.length || length > MAX_NAME_BYTES)
        throw new DnsError(
          'BAD_CONTENT',
          'a name is longer than 255 bytes, or than the bytes that are there',
        );
      labels.push(bytes.subarray(next + 1, next + 1 + head));
      next += 1 + head;
      continue;
    }
    const target = ((head & ~POINTER) << 8) | (bytes[next + 1] ?? 0);
    if (!isCompressed) throw new DnsError('BAD_CONTENT', 'a name is compressed, where RFC 3597 forbids it');
    end ??= next + 2;
    if (target >= start) throw new DnsError('BAD_CONTENT', 'a compressed name leads to itself or forward');
    next = target;
    start = target;
  }
}
