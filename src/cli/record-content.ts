/** Which content does the user mean? */

import { normalContent } from '../dns/content.js';
import { refuseLabel } from './name-argument.js';
import { readArgument } from './read-argument.js';
import { UsageError } from './usage-error.js';

/**
 * The normal forms of contents as somebody types them. Names in them are absolute, with or without final dot, as in
 * pdnsutil. Throws UsageError; also for a name of one label without final dot, which is meant to be relative.
 */
export function readContents(type: string, texts: readonly string[], zoneName: string): string[] {
  return texts.map((text) => {
    const content = readArgument('CONTENT', () => normalContent(type, text, '.'));
    for (const name of namesWithoutDot(type, text, content)) {
      if (name === '.') throw new UsageError(`CONTENT: names are absolute here: write ${zoneName} for @`);
      refuseLabel('CONTENT', name, zoneName);
    }
    return content;
  });
}

/** Which fields are names only dns/ knows: those that come out otherwise under another origin had no final dot. */
function namesWithoutDot(type: string, text: string, content: string): string[] {
  const words = content.split(' ');
  const others = contentUnder('origin', type, text)?.split(' ') ?? words;
  return words
    .filter((word, index) => word !== others[index])
    .map((word) => (word === '.' ? word : word.slice(0, -1)));
}

/** Undefined if a name becomes too long under the origin: it has more labels than one. */
function contentUnder(origin: string, type: string, text: string): string | undefined {
  try {
    return normalContent(type, text, origin);
  } catch {
    return undefined;
  }
}
