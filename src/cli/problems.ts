/** Which errors and warnings does the user see? */

import type { Progress } from './progress.js';

/** What is wrong with a zone, wherever that was found. The message does not begin with the place. */
export interface ShownProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/** Shown of each zone and severity; the rest is counted. */
const MAX_SHOWN = 100;

/** The problems of one zone: shown as they come, counted, and kept for the report, the first hundred of each severity. */
export class Problems {
  readonly counts = { error: 0, warning: 0 };
  readonly kept: ShownProblem[] = [];

  constructor(
    /** What stands in front of a problem without a place: a file or a zone. */
    private readonly label: string,
    private readonly isStrict: boolean,
    private readonly progress: Progress,
  ) {}

  readonly report = (problem: ShownProblem): void => {
    const severity = this.isStrict ? 'error' : problem.severity;
    this.counts[severity] += 1;
    if (this.counts[severity] > MAX_SHOWN) return;
    this.kept.push({ ...problem, severity });
    this.progress.complain(formatProblem({ ...problem, severity }, this.label));
  };

  /** `2 errors`. */
  summary(severity: ShownProblem['severity']): string {
    return counted(this.counts[severity], severity);
  }

  /** Says how many were not shown. */
  end(): void {
    for (const severity of ['error', 'warning'] as const) {
      const more = this.counts[severity] - MAX_SHOWN;
      if (more > 0) this.progress.complain(`${this.label}: ${counted(more, `more ${severity}`)}`);
    }
  }
}

/** `file:line:column: error: what, and what to do`; `label` stands for a place that is not known. */
export function formatProblem({ severity, message, place }: ShownProblem, label: string): string {
  const at = place === undefined ? label : `${place.file}:${place.line}:${place.column}`;
  return `${at}: ${severity}: ${message}`;
}

/** `1 record`, `2 records`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
