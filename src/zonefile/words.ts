/** Where does a word, a quoted string or a line end? */

/** Where the newline is, or the end of the text. */
export function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** Where the closing quote is, or else the newline, or the end of the text. */
export function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char === 0x22 || char === 0x0a) return at;
  }
  return text.length;
}

/** Where a word ends. A backslash takes the next character with it, but not a line end or a NUL. */
export function wordEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const kind = KINDS[text.charCodeAt(at)];
    if (kind === ESCAPE) {
      const next = KINDS[text.charCodeAt(at + 1)];
      if (next !== NEWLINE && next !== RETURN && next !== NUL) at += 1;
    } else if (kind !== PLAIN) {
      return at;
    }
  }
  return text.length;
}

const PLAIN = 0;
export const BLANK = 1;
export const NEWLINE = 2;
export const RETURN = 3;
export const COMMENT = 4;
export const QUOTE = 5;
export const OPEN = 6;
export const CLOSE = 7;
export const NUL = 8;
const ESCAPE = 9;

/** What each byte is to the lexer. */
export const KINDS = new Uint8Array(256);
for (const [char, kind] of Object.entries({
  ' ': BLANK,
  '\t': BLANK,
  '\n': NEWLINE,
  '\r': RETURN,
  ';': COMMENT,
  '"': QUOTE,
  '(': OPEN,
  ')': CLOSE,
  '\0': NUL,
  '\\': ESCAPE,
})) {
  KINDS[char.charCodeAt(0)] = kind;
}
