/**
 * A process that asks a database for hosts: `node ask-hosts.js DATABASE`.
 *
 * For each line on stdin, a number, it asks for so many hosts, and says what it was told, each different answer once: an
 * address, the code and message of an error, or `nothing`.
 */

import { createInterface } from 'node:readline';
import { openReader } from '../../src/store/reader.js';
import { StoreError } from '../../src/store/store-error.js';

const reader = openReader(process.argv[2]!, { maxStalenessMs: 20, setAlarm: () => true });
for await (const line of createInterface({ input: process.stdin })) {
  const answers = new Set(Array.from({ length: Number(line) }, (_, host) => ask(`host${host}.example.com`)));
  process.stdout.write(`${[...answers].join(', ')}\n`);
}

function ask(qname: string): string {
  try {
    const question = { tag: 'Q' as const, qname, qclass: 'IN', qtype: 'ANY', zoneId: 1, remoteIp: '' };
    return [...reader.lookup(question)][0]?.content ?? 'nothing';
  } catch (error) {
    if (error instanceof StoreError) return `${error.code} ${error.message}`;
    throw error;
  }
}
