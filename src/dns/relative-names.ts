/** How is a name written relative to an origin? */

import { formatName } from './names.js';

/**
 * A name with final dot, as `formatName` writes it, the shorter way: `@` for the origin, no more than the labels in front
 * of it for a name below.
 *
 * What `parseName` makes of it under the origin is the same name, byte for byte: a name that has the origin in other letter
 * case stays whole, and so does one that would then seem to lack its final dot (`www.example.com.example.com.`).
 */
export function relativeName(name: string, origin: string): string {
  if (origin === '.') return name === '.' ? name : name.slice(0, -1);
  const suffix = formatName(origin);
  if (name === suffix) return '@';
  const end = name.length - suffix.length - 1;
  if (end < 1 || name[end] !== '.' || !name.endsWith(suffix) || isEscaped(name, end)) return name;
  const labels = name.slice(0, end);
  return repeatsOrigin(labels, origin) ? name : labels;
}

/**
 * A content in normal form with its names relative to the origin.
 *
 * In a normal form of any type, a word without quotes that ends with a dot is a name, and every name is one.
 */
export function relativeContent(content: string, origin: string): string {
  if (!/\.(?: |$)/.test(content)) return content;
  if (!content.includes(' ')) return relativeName(content, origin);
  return content.replace(WORDS, (word) => (word.endsWith('.') ? relativeName(word, origin) : word));
}

/** Whether a name, as someone typed it, is in the origin already and was probably meant to end with a dot. */
export function repeatsOrigin(text: string, origin: string): boolean {
  const start = text.length - origin.length;
  if (start < 0 || origin === '.' || (start > 0 && text[start - 1] !== '.')) return false;
  return text.toLowerCase().endsWith(origin.toLowerCase());
}

/** Quoted strings and words. */
const WORDS = /"(?:[^"\\]|\\.)*"|[^ "]+/g;

/** Whether the character at `at` has a backslash of its own before it. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
