/** How does a domain name look on the wire? Text to labels and back, written apart from src/dns on purpose. */

/** The labels of a name in presentation format, as bytes. The root has none. */
export function labelsOf(name: string): Buffer[] {
  const labels: Buffer[] = [];
  let label: number[] = [];
  for (let at = 0; at < name.length; at++) {
    const char = name[at]!;
    if (char === '.') {
      if (label.length > 0) labels.push(Buffer.from(label));
      label = [];
    } else if (char !== '\\') {
      label.push(char.charCodeAt(0));
    } else if (/^\d{3}$/.test(name.slice(at + 1, at + 4))) {
      label.push(Number(name.slice(at + 1, at + 4)));
      at += 3;
    } else {
      label.push(name.charCodeAt(++at));
    }
  }
  if (label.length > 0) labels.push(Buffer.from(label));
  return labels;
}

/** The name as bytes; undefined if a label or the name is too long (RFC 1035, section 2.3.4). */
export function encodeName(name: string): Buffer | undefined {
  const labels = labelsOf(name);
  if (labels.some((label) => label.length > 63)) return undefined;
  const bytes = Buffer.concat([...labels.flatMap((label) => [Buffer.of(label.length), label]), Buffer.of(0)]);
  return bytes.length > 255 ? undefined : bytes;
}

/** Reads a name at `at`, through compression pointers: its text, and where the next field stands. */
export function decodeName(message: Buffer, at: number): { name: string; end: number } {
  let name = '';
  let end = -1;
  let jumps = 0;
  for (;;) {
    const length = message[at]!;
    if (length >= 0xc0) {
      if (end < 0) end = at + 2;
      at = ((length & 0x3f) << 8) | message[at + 1]!;
      if (++jumps > 128) throw new Error('compression pointers without an end');
    } else if (length === 0) {
      return { name: name || '.', end: end < 0 ? at + 1 : end };
    } else {
      for (const byte of message.subarray(at + 1, at + 1 + length)) name += characters[byte];
      name += '.';
      at += 1 + length;
    }
  }
}

const characters = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (char === '.' || char === '\\') return `\\${char}`;
  return byte > 0x20 && byte < 0x7f ? char : `\\${String(byte).padStart(3, '0')}`;
});
