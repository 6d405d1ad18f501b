/** How long does a coprocess take to come up and say OK, beside a Node that does nothing? */

import { spawnSync } from 'node:child_process';
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

/** Times are milliseconds, from the start of a process to its end. */
export interface StartReport {
  readonly setting: Setting;
  readonly command: readonly string[];
  readonly rounds: number;
  /** HELO, OK, and the end of stdin. */
  readonly coprocess: Spread;
  /** `node -e 0`. */
  readonly node: Spread;
  /** Of each round's times. */
  readonly ratio: Spread;
}

/** Runs both in turns; throws BenchError NOT_STARTED, SILENT or REFUSED. */
export function benchStart(options: StartBenchOptions): StartReport {
  const { command, rounds } = options;
  const setting = currentSetting();
  const coprocess: number[] = [];
  const node: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    coprocess.push(timeMs(() => greet(options)));
    node.push(timeMs(() => spawnSync(process.execPath, ['-e', '0'])));
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
    `${rounds} starts each, in turns, from start to end; the command is told HELO, says OK, and its stdin ends`,
    '',
    ...formatTable(
      ['ms', 'median', 'p25', 'p75'],
      [row('command', coprocess, 1), row('node -e 0', node, 1), row('ratio', ratio, 2)],
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function timeMs(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function greet({ command, abiVersion, timeoutMs }: StartBenchOptions): void {
  const [file, ...args] = command;
  const { error, stdout } = spawnSync(file!, args, {
    input: `HELO\t${abiVersion}\n`,
    stdio: ['pipe', 'pipe', 'inherit'],
    encoding: 'latin1',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ETIMEDOUT') {
    throw new BenchError('SILENT', `${file} did not end within ${timeoutMs} ms after its stdin`, {
      cause: error,
    });
  }
  // EPIPE: it ended without reading, and its answer tells enough.
  if (error && code !== 'EPIPE') {
    throw new BenchError(
      'NOT_STARTED',
      `cannot start ${file}: ${error.message}; give a path or a name in PATH`,
      {
        cause: error,
      },
    );
  }
  if (!/^OK(?:\t|\r?\n)/.test(stdout)) {
    const said = stdout.trimEnd();
    throw new BenchError(
      'REFUSED',
      `${file} answered HELO ${abiVersion} with "${said}", not with OK: try another --abi`,
    );
  }
}
