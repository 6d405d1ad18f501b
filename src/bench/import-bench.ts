/** How much faster is a zone file imported than by PowerDNS's own tools? All import the same file in turns. */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './bench-error.js';
import { type ImportContender, ours } from './import-contenders.js';
import { type ImportReport, type LeftOut, reportImport } from './import-report.js';
import { currentSetting } from './machine.js';
import { type MeasuredRun, type RunOptions, runMeasured } from './measured-run.js';

export interface ImportBenchOptions {
  readonly contenders: readonly ImportContender[];
  readonly zoneName: string;
  /** An absolute path. */
  readonly file: string;
  readonly rounds: number;
  /** Each run gets a directory in this one, which is gone again when it has ended. */
  readonly directory: string;
  /** For the contenders' programs, separated by colons. */
  readonly path: string;
  /** Kills what runs. */
  readonly ending: AbortSignal;
  readonly onRun?: () => void;
}

/** Whoever fails is left out, with the reason, but for `pdns-pipe import`: then throws BenchError FAILED. */
export async function benchImport(options: ImportBenchOptions): Promise<ImportReport> {
  const { contenders, rounds, onRun = () => {} } = options;
  const setting = currentSetting();
  const runs = new Map(contenders.map((contender) => [contender, [] as MeasuredRun[]]));
  const leftOut: LeftOut[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = [...runs];
    // Whoever comes second finds other caches.
    if (round % 2 === 1) turns.reverse();
    for (const [contender, measured] of turns) {
      try {
        measured.push(await runOnce(contender, options));
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        if (contender.name === ours)
          throw new BenchError('FAILED', `${ours}: ${error.message}`, { cause: error });
        runs.delete(contender);
        leftOut.push({ name: contender.name, reason: error.message });
      }
      onRun();
    }
  }
  return reportImport({ setting, zoneName: options.zoneName, rounds, leftOut }, runs);
}

async function runOnce(
  { preparation, command }: ImportContender,
  { zoneName, file, directory, path, ending }: ImportBenchOptions,
): Promise<MeasuredRun> {
  const own = join(directory, 'run');
  mkdirSync(own);
  const env = { ...process.env, PATH: path, ZONE: zoneName, FILE: file, SQLITE_TMPDIR: own };
  const options: RunOptions = { directory: own, env, ending };
  try {
    if (preparation !== undefined) await runMeasured(preparation, options);
    return await runMeasured(command, options);
  } finally {
    rmSync(own, { recursive: true });
  }
}
