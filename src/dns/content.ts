/** What is the normal form of a content? */

import type { Token } from './content-reader.js';
import { ContentReader } from './content-reader.js';
import { refuseCurlyQuotes } from './curly-quotes.js';
import { DnsError } from './dns-error.js';
import { formatGeneric, isGeneric, parseGeneric } from './generic.js';
import type { Layout } from './layouts.js';
import { LAYOUTS } from './layouts.js';
import { RdataReader } from './rdata-reader.js';
import { isMetaType, isNewType } from './record-type.js';
import { tokenize } from './tokenize.js';

export { isJoined, type Token } from './content-reader.js';

/**
 * The normal form of a content, from its tokens: fields separated by single blanks, names absolute with a final dot,
 * strings quoted, all of it printable ASCII that a zone file may hold.
 *
 * `type` is in normal form, `origin` is what relative names stand under. Refuses what PowerDNS could not parse: one such
 * record makes it fail every question for the name. Throws BAD_CONTENT with the token at fault.
 */
export function parseContent(type: string, tokens: readonly Token[], origin: string): string {
  const layout = LAYOUTS.get(type);
  if (layout === undefined) return parseOtherContent(type, tokens);
  if (isGeneric(type, tokens))
    return decodeContent(type, layout, new RdataReader(parseGeneric(type, tokens)));
  const reader = new ContentReader(tokens, origin);
  const { labels, fields } = layout;
  let content = '';
  let at = 0;
  try {
    for (; at < fields.length; at++) content = join(content, fields[at]!.parse(reader));
  } catch (error) {
    refuseCurlyQuotes(type, tokens);
    throw fieldError(`${type} ${labels[at]}`, error, reader.read - 1);
  }
  if (!reader.atEnd) {
    const message = `${type}: '${reader.next!.text}' is too much after ${labels.join(', ')}`;
    throw new DnsError('BAD_CONTENT', message, reader.read);
  }
  if (content.includes('\\226')) refuseCurlyQuotes(type, tokens);
  return content;
}

/**
 * The normal form of a content that a person typed in one line; characters beyond ASCII become their UTF-8 bytes.
 *
 * A text without any quote is one string, blanks and all, where a zone file would see a string in each word.
 */
export function normalContent(type: string, line: string, origin: string): string {
  const bytes = Buffer.from(line.trim()).toString('latin1');
  const isPlainText = (type === 'TXT' || type === 'SPF') && !/^\\#|"/.test(bytes);
  const tokens = isPlainText ? [{ text: bytes, quoted: true, offset: 0 }] : tokenize(bytes);
  return parseContent(type, tokens, origin);
}

/** The normal form of a content in wire format, by the rules of `parseContent`. */
export function contentOfRdata(type: string, rdata: RdataReader): string {
  const layout = LAYOUTS.get(type);
  if (layout !== undefined) return decodeContent(type, layout, rdata);
  refuseOtherTypes(type);
  return formatGeneric(rdata.rest());
}

/** Types that PowerDNS reads in the generic form only. */
function parseOtherContent(type: string, tokens: readonly Token[]): string {
  refuseOtherTypes(type);
  return formatGeneric(parseGeneric(type, tokens));
}

function refuseOtherTypes(type: string): void {
  if (isMetaType(type)) {
    throw new DnsError('BAD_CONTENT', `${type} is a type of questions, not of records`, 0);
  }
  if (isNewType(type)) {
    const message = `PowerDNS before 5.0 does not know ${type} and would fail every question for its name`;
    throw new DnsError('BAD_CONTENT', message, 0);
  }
}

function decodeContent(type: string, layout: Layout, rdata: RdataReader): string {
  let content = '';
  for (const [at, field] of layout.fields.entries()) {
    try {
      content = join(content, field.decode(rdata));
    } catch (error) {
      throw fieldError(`${type} ${layout.labels[at]}`, error, 2);
    }
  }
  if (rdata.atEnd) return content;
  throw new DnsError('BAD_CONTENT', `${type}: ${rdata.rest().length} bytes too much`, 2);
}

/** A list at the end may be empty. */
function join(content: string, field: string): string {
  if (content === '') return field;
  return field === '' ? content : `${content} ${field}`;
}

/** Tokens are bytes: whoever reads the message wants their characters. */
function fieldError(label: string, error: unknown, token: number): unknown {
  if (!(error instanceof DnsError)) return error;
  const message = Buffer.from(`${label}: ${error.message}`, 'latin1').toString();
  return new DnsError('BAD_CONTENT', message, token, { cause: error });
}
