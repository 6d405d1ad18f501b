/** How long does a coprocess take to come up and say OK, beside a Node that does nothing? */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BenchError } from './bench-error.js';
import { currentSetting, formatSetting, type Setting } from './machine.js';
import { type Spread, spreadOf } from './statistics.js';
import { formatTable } from './table.js';

export interface StartBenchOptions {
  readonly command: readonly string[];
  readonly abiVersion: number;
  readonly rounds: number;
  readonly timeoutMs: number;
}

/** Times are milliseconds. */
export interface StartReport {
  readonly setting: Setting;
  readonly command: readonly string[];
  readonly rounds: number;
  /** From the start of the process to the first that it says after HELO. */
  readonly coprocess: Spread;
  /** `node -e 0`, from its start to its end. */
  readonly node: Spread;
  /** Of each round's times. */
  readonly ratio: Spread;
}

/** Runs both in turns; throws BenchError NOT_STARTED, SILENT or REFUSED. */
export async function benchStart(options: StartBenchOptions): Promise<StartReport> {
  const { command, rounds } = options;
  const setting = currentSetting();
  const coprocess: number[] = [];
  const node: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    coprocess.push(await timeToBanner(options));
    node.push(await timeToEnd(process.execPath, ['-e', '0']));
  }
  // The first round brings the programs into memory.
  coprocess.shift();
  node.shift();
  const ratio = spreadOf(coprocess.map((ms, round) => ms / node[round]!));
  return { setting, command, rounds, coprocess: spreadOf(coprocess), node: spreadOf(node), ratio };
}

export function formatStartReport({ setting, command, rounds, coprocess, node, ratio }: StartReport): string {
  const row = (name: string, { median, p25, p75 }: Spread, digits: number) => [
    name,
    ...[median, p25, p75].map((value) => value.toFixed(digits)),
  ];
  const lines = [
    formatSetting(setting),
    `command: ${command.join(' ')}`,
    `${rounds} starts each, in turns: the command until it says OK, the other until it ends`,
    '',
    ...formatTable(
      ['ms', 'median', 'p25', 'p75'],
      [row('command', coprocess, 1), row('node -e 0', node, 1), row('ratio', ratio, 2)],
    ),
  ];
  return `${lines.join('\n')}\n`;
}

async function timeToEnd(file: string, args: readonly string[]): Promise<number> {
  const start = performance.now();
  await once(spawn(file, args, { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

async function timeToBanner({ command, abiVersion, timeoutMs }: StartBenchOptions): Promise<number> {
  const [file, ...args] = command;
  const start = performance.now();
  const child = spawn(file!, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let elapsed = Number.NaN;
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    if (said === '') elapsed = performance.now() - start;
    said += bytes.toString('latin1');
    child.stdin.end();
  });
  // A command that ends without reading is told by what it says, or doesn't.
  child.stdin.on('error', () => {}).write(`HELO\t${abiVersion}\n`);
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    child.kill('SIGKILL');
    child.stdout.destroy();
  }, timeoutMs);
  try {
    await once(child, 'close');
  } catch (error) {
    const reason = (error as Error).message;
    throw new BenchError('NOT_STARTED', `cannot start ${file}: ${reason}; give a path or a name in PATH`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
  if (isSilent) throw new BenchError('SILENT', `${file} did not say OK and end within ${timeoutMs} ms`);
  if (/^OK(?:\t|\r?\n)/.test(said)) return elapsed;
  throw new BenchError(
    'REFUSED',
    `${file} answered HELO ${abiVersion} with "${said.trimEnd()}", not with OK: try another --abi`,
  );
}
