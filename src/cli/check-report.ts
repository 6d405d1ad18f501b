/** How is the report about zone files written, as long as it may get? Problem by problem. */

import { counted, formatProblem, type ShownProblem } from './problems.js';
import type { Progress } from './progress.js';
import { print } from './standard-output.js';

/** What a file turned out to be. */
export interface CheckedFile {
  /** Null if it does not say. */
  readonly zoneName: string | null;
  readonly records: number;
  readonly names: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Told of files one after the other, and of what is wrong with each in between. */
export interface CheckReport {
  begin(file: string): void;
  problem(problem: ShownProblem): void;
  end(checked: CheckedFile): void;
  close(): void;
}

/** Writes to stdout: lines, or a JSON array with an object for each file. */
export function openCheckReport(json: boolean, progress: Progress): CheckReport {
  return json ? new JsonReport() : new LinesReport(progress);
}

class LinesReport implements CheckReport {
  #file = '';

  constructor(private readonly progress: Progress) {}

  begin(file: string): void {
    this.#file = file;
  }

  problem(problem: ShownProblem): void {
    this.progress.note(formatProblem(problem, this.#file));
  }

  end({ zoneName, records, names, errors, warnings }: CheckedFile): void {
    const zone = zoneName === null ? 'no zone' : zoneName;
    const size = `${counted(records, 'record')} at ${counted(names, 'name')}`;
    const found = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
    this.progress.note(`${this.#file}: ${zone}: ${size}; ${found}`);
  }

  close(): void {}
}

class JsonReport implements CheckReport {
  #before = '[';
  #file = '';

  begin(file: string): void {
    this.#file = file;
    print(`${this.#before}\n  {\n    "file": ${JSON.stringify(file)},\n    "problems": [`);
    this.#before = '';
  }

  problem({ severity, code, message, place }: ShownProblem): void {
    const problem = { file: this.#file, line: null, column: null, ...place, severity, code, message };
    print(`${this.#before}\n      ${JSON.stringify(problem)}`);
    this.#before = ',';
  }

  end(checked: CheckedFile): void {
    const rest = JSON.stringify(checked, null, 4).slice(1, -2);
    print(`${this.#before === '' ? '' : '\n    '}],${rest}\n  }`);
    this.#before = ',';
  }

  close(): void {
    print(this.#before === '[' ? '[]\n' : '\n]\n');
  }
}
