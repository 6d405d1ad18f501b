/** To which service does a SVCB or HTTPS record lead, and how is it reached? */

import type { ContentReader } from './content-reader.js';
import { DnsError } from './dns-error.js';
import { unescapeText } from './escapes.js';
import type { Field } from './field.js';
import { name, u16 } from './fields.js';
import { formatSvcKey, parseSvcKey } from './svc-keys.js';
import { decodeSvcValue, parseSvcValue } from './svc-values.js';

const MANDATORY = parseSvcKey('mandatory');
const ALPN = parseSvcKey('alpn');
const NO_DEFAULT_ALPN = parseSvcKey('no-default-alpn');

/** Priority, target and parameters in the order of their keys (RFC 9460, section 2.1). */
export const serviceBinding: Field = {
  parse: (content) => {
    const priority = u16.parse(content);
    const target = name.parse(content);
    const params = new Map<number, string>();
    while (!content.atEnd) addParam(params, ...parseParam(content));
    return formatBinding(priority, target, params);
  },
  decode: (rdata) => {
    const priority = u16.decode(rdata);
    const target = name.decode(rdata);
    const params = new Map<number, string>();
    while (!rdata.atEnd) {
      const key = rdata.u16();
      addParam(params, key, decodeSvcValue(key, rdata.take(rdata.u16())));
    }
    return formatBinding(priority, target, params);
  },
};

/** `key`, `key=value` or `key="value"`, which is a word and a quoted string; `keyNNNNN` has its value in wire format. */
function parseParam(content: ContentReader): [key: number, value: string] {
  const word = content.word();
  const equals = word.indexOf('=');
  const keyword = equals < 0 ? word : word.slice(0, equals);
  const hasString = equals === word.length - 1 && content.isJoinedByString;
  const text = unescapeText(hasString ? content.token().text : word.slice(keyword.length + 1), 'BAD_CONTENT');
  const key = parseSvcKey(keyword);
  const isWire = keyword.startsWith('key');
  return [key, isWire ? decodeSvcValue(key, Buffer.from(text, 'latin1')) : parseSvcValue(key, text)];
}

function addParam(params: Map<number, string>, key: number, value: string): void {
  if (params.has(key)) throw new DnsError('BAD_CONTENT', `'${formatSvcKey(key)}' is given twice`);
  params.set(key, value);
}

/** Refuses what RFC 9460, sections 2.4.2, 7.1.1 and 8, forbids. */
function formatBinding(priority: string, target: string, params: ReadonlyMap<number, string>): string {
  if (priority === '0' && params.size > 0) {
    throw new DnsError('BAD_CONTENT', 'has parameters beside priority 0: an alias has none');
  }
  if (params.has(NO_DEFAULT_ALPN) && !params.has(ALPN)) {
    throw new DnsError('BAD_CONTENT', "has 'no-default-alpn' without 'alpn'");
  }
  for (const key of params.get(MANDATORY)?.split(',') ?? []) {
    if (!params.has(parseSvcKey(key)))
      throw new DnsError('BAD_CONTENT', `has '${key}' mandatory but not there`);
  }
  return [priority, target, ...[...params].sort(([a], [b]) => a - b).map(formatParam)].join(' ');
}

function formatParam([key, value]: [number, string]): string {
  return key === NO_DEFAULT_ALPN ? formatSvcKey(key) : `${formatSvcKey(key)}=${value}`;
}
