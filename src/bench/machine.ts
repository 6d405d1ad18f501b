/** When and where was something measured? A figure without it says nothing. */

import { availableParallelism, cpus, release, type } from 'node:os';

export interface Setting {
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
  readonly node: string;
}

export function currentSetting(): Setting {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown CPU',
    cores: availableParallelism(),
    system: `${type()} ${release()}`,
    node: process.version,
  };
}

/** One line for a person. */
export function formatSetting({ date, cpu, cores, system, node }: Setting): string {
  return `${date.slice(0, 16).replace('T', ' ')} UTC, ${cpu} (${cores} cores), ${system}, Node ${node}`;
}
