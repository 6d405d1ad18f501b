/** Which names in a content were probably meant otherwise? */

import { foldName } from './names.js';
import { repeatsOrigin } from './relative-names.js';

/** `NO_FINAL_DOT`: in the zone twice. `TARGET_IS_ADDRESS`: an IPv4 address, which is a name like others to the DNS. */
export type SuspectName = 'NO_FINAL_DOT' | 'TARGET_IS_ADDRESS';

/** What is suspect about a word as someone typed it, if it is a name of this content, whose normal form is given. */
export function suspectName(text: string, content: string, origin: string): SuspectName | undefined {
  if (repeatsOrigin(text, origin)) return isNameOf(content, text, origin) ? 'NO_FINAL_DOT' : undefined;
  const isAddress = content === text && !text.endsWith('.');
  if (isAddress || !isDigit(text.charCodeAt(0)) || !IPV4.test(text)) return undefined;
  const isReverse = REVERSE.test(foldName(origin)) && !text.endsWith('.');
  return !isReverse && isNameOf(content, text, origin) ? 'TARGET_IS_ADDRESS' : undefined;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)\.?$/;
/** Where four numbers are a usual name. */
const REVERSE = /(?:^|\.)(?:in-addr|ip6)\.arpa$/;

/** Nothing but a name ends in a dot. */
function isNameOf(content: string, text: string, origin: string): boolean {
  const name = text.endsWith('.') || origin === '.' ? text : `${text}.${origin}`;
  return ` ${content} `.includes(` ${name.endsWith('.') ? name : `${name}.`} `);
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}
