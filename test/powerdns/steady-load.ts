/** What do clients see of a server at a steady rate? Each answer is compared with the right one; dnsperf counts beside. */

import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { formatReply } from './comparison.js';
import { askUdp } from './dns-client.js';
import { type DnsQuestion, decodeReply, encodeQuestion } from './dns-message.js';
import { systemEnv } from './system-programs.js';

/** Positive and negative answers, wildcards, an empty non-terminal and a delegation, of fixtures/zones. */
const questions: readonly DnsQuestion[] = [
  'www.example.com A',
  'www.example.com AAAA',
  'example.com SOA',
  'example.com MX',
  'a.dev.example.com TXT',
  'missing.example.com A',
  'example.net NS',
  'nothing.here.wildcards.example A',
  'types.example CAA',
  'middle.ents.example A',
  'www.delegations.example A',
  'child.delegations.example SOA',
].map((text) => {
  const [qname, qtype] = text.split(' ') as [string, string];
  return { qname, qtype };
});

/** An answer that was not the right one. */
export interface WrongAnswer {
  /** As `performance.now()` has it. */
  readonly askedAt: number;
  readonly seenAt: number;
  /** `no answer`, a response code, or `wrong data` under the right one. */
  readonly seen: string;
  readonly text: string;
}

export interface SeenByClients {
  /** Of the client that compares. */
  readonly asked: number;
  readonly wrong: readonly WrongAnswer[];
  /** The slowest right answer. */
  readonly slowestMs: number;
  /** Response codes that dnsperf has counted, and what it has not got: `NOERROR`, ..., `lost`. */
  readonly dnsperf: ReadonlyMap<string, number>;
}

/** Longer than PowerDNS is ever silent here. */
const TIMEOUT_MS = 10_000;
const COMPARED_PER_SECOND = 100;
const DNSPERF_PER_SECOND = 300;

/** Loads a server that answers right when this begins, for so many seconds. */
export async function loadSteadily(port: number, folder: string, seconds: number): Promise<SeenByClients> {
  const right = await askUdp(port, questions);
  const found = questions.filter((_, index) => right[index]?.rcode === 'NOERROR');
  const file = join(folder, 'questions');
  writeFileSync(file, found.map(({ qname, qtype }) => `${qname} ${qtype}\n`).join(''));
  const [compared, dnsperf] = await Promise.all([
    compareSteadily(port, right.map(formatReply), seconds),
    runDnsperf(port, file, seconds),
  ]);
  return { ...compared, dnsperf };
}

async function compareSteadily(port: number, right: readonly string[], seconds: number) {
  const wrong: WrongAnswer[] = [];
  const waiting = new Map<number, number>();
  let slowestMs = 0;
  const look = (id: number, seen: string, text: string) => {
    const askedAt = waiting.get(id);
    waiting.delete(id);
    if (askedAt === undefined) return;
    if (text === right[id % questions.length]) slowestMs = Math.max(slowestMs, performance.now() - askedAt);
    else wrong.push({ askedAt, seenAt: performance.now(), seen, text });
  };
  const socket = createSocket('udp4', (message) => {
    const reply = decodeReply(message);
    const id = message.readUInt16BE(0);
    const isSameCode = right[id % questions.length]!.startsWith(reply.rcode);
    look(id, isSameCode ? 'wrong data' : reply.rcode, formatReply(reply));
  });
  const start = performance.now();
  let asked = 0;
  const total = seconds * COMPARED_PER_SECOND;
  while (
    asked < total ||
    (waiting.size > 0 && performance.now() - [...waiting.values()].at(-1)! < TIMEOUT_MS)
  ) {
    const due = Math.min(total, ((performance.now() - start) / 1000) * COMPARED_PER_SECOND);
    for (; asked < due; asked += 1) {
      waiting.set(asked, performance.now());
      socket.send(encodeQuestion(asked, questions[asked % questions.length]!, 1232), port, '127.0.0.1');
    }
    await sleep(5);
  }
  for (const id of [...waiting.keys()]) look(id, 'no answer', '');
  socket.close();
  return { asked, wrong, slowestMs: Math.round(slowestMs) };
}

async function runDnsperf(port: number, file: string, seconds: number): Promise<Map<string, number>> {
  const args = ['-s', '127.0.0.1', '-p', port, '-d', file, '-l', seconds, '-Q', DNSPERF_PER_SECOND];
  const outstanding = ['-q', 60_000, '-t', TIMEOUT_MS / 1000];
  const { stdout } = await promisify(execFile)('dnsperf', [...args, ...outstanding].map(String), {
    env: systemEnv,
  });
  const [, codes = ''] = /Response codes:\s+(.*)/.exec(stdout) ?? [];
  const counts = new Map([...codes.matchAll(/([A-Z]+) (\d+)/g)].map(([, code, n]) => [code!, Number(n)]));
  return counts.set('lost', Number(/Queries lost:\s+(\d+)/.exec(stdout)?.[1]));
}

/** The figures, to be logged. */
export function formatSeen({ asked, wrong, slowestMs, dnsperf }: SeenByClients): string {
  const kinds = new Map<string, number>();
  for (const { seen } of wrong) kinds.set(seen, (kinds.get(seen) ?? 0) + 1);
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([what, n]) => `${n} ${what}`).join(', ');
  return `${asked} compared: ${list(kinds) || 'all right'}, slowest ${slowestMs} ms; dnsperf: ${list(dnsperf)}`;
}
