/** Does PowerDNS answer from our store as it answers from its own bind backend? */

import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { type Difference, findDifferences, formatDifference } from './comparison.js';
import { askTcp, askUdp, type Outcome } from './dns-client.js';
import type { DnsQuestion } from './dns-message.js';
import { exceptions } from './exceptions.js';
import { startPdns, uncached } from './pdns-server.js';
import { commandSettings, importZones, pipeSettings } from './product.js';
import { questionsAbout } from './questions.js';
import { temporaryFolder } from './temporary-folder.js';
import { bindSettings, type ZoneFile } from './zone-files.js';

const transports = { UDP: askUdp, TCP: askTcp };
export type Transport = keyof typeof transports;

export interface ComparisonOptions {
  readonly abi: number;
  readonly over: readonly Transport[];
  /** Of both servers. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How the zones come into the database; `pdns-pipe import` of their files unless told otherwise. */
  readonly fill?: (db: string) => Promise<void>;
  /** How PowerDNS reaches them: its `pipe-command`; `pdns-pipe serve` unless told otherwise. */
  readonly reach?: (db: string, folder: string) => Promise<string>;
  /** Which of the questions are asked. */
  readonly isAsked?: (question: DnsQuestion, index: number) => boolean;
}

/** A bind server, without caches, and a pipe server with the same zones and settings, asked the same. */
export async function compareWithBind(
  t: ExecutionContext,
  zones: readonly ZoneFile[],
  {
    abi,
    over,
    settings = {},
    fill = (db) => importZones(db, zones),
    reach,
    isAsked = () => true,
  }: ComparisonOptions,
): Promise<void> {
  const folder = temporaryFolder(t);
  const start = (name: string, launch: Record<string, string>) =>
    startPdns(t, join(folder, name), { 'dname-processing': 'yes', ...settings, ...launch });
  const db = join(folder, 'records.db');
  await fill(db);
  const bind = await start('bind', { ...bindSettings(folder, zones), ...uncached });
  const launch = reach ? commandSettings(await reach(db, folder), abi) : pipeSettings(db, abi);
  const pipe = await start('pipe', launch);
  const questions = questionsAbout(zones).filter(isAsked);
  for (const transport of over) {
    const ask = transports[transport];
    const expected = await answersOfBind(JSON.stringify([zones, settings, transport, questions.length]), () =>
      ask(bind.port, questions),
    );
    const actual = await ask(pipe.port, questions);
    const found = await findDifferences(questions, expected, actual, (again) => ask(bind.port, again));
    report(t, `ABI ${abi}, ${transport}: ${questions.length} questions`, found, abi);
  }
}

const answered = new Map<string, Outcome[]>();

/** What bind answers does not depend on the ABI version: it is asked once for each set of zones, settings and transport. */
async function answersOfBind(key: string, ask: () => Promise<Outcome[]>): Promise<Outcome[]> {
  const answers = answered.get(key) ?? (await ask());
  answered.set(key, answers);
  return answers;
}

/** Fails the test on every difference that no exception explains. */
function report(t: ExecutionContext, title: string, found: readonly Difference[], abi: number): void {
  const counts = exceptions.map(() => 0);
  const unexplained = found.filter((difference) => {
    const index = exceptions.findIndex((exception) => exception.applies(difference, abi));
    if (index >= 0) counts[index]!++;
    return index < 0;
  });
  t.log(`${title}, ${unexplained.length} differences`);
  for (const [index, { name }] of exceptions.entries()) {
    if (counts[index]) t.log(`  ${counts[index]} known: ${name}`);
  }
  t.is(unexplained.length, 0, unexplained.slice(0, 20).map(formatDifference).join('\n'));
}
