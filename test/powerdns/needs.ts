/** What happens to a test whose programs are missing here? */

import anyTest, { type ExecutionContext } from 'ava';
import { debianPackages, isInstalled, type SystemProgram } from './system-programs.js';

type Register = (title: string, body: (t: ExecutionContext) => Promise<void> | void) => void;

/**
 * ava's `test.serial` for tests that need these programs: servers under load would disturb each other.
 *
 * Where one is missing each test fails if CI is set in the environment; else ava lists it as skipped, and its title says
 * what to install.
 */
export function needs(...programs: SystemProgram[]): Register {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return anyTest.serial;
  const packages = new Set(missing.map((program) => debianPackages[program]));
  const note = `${missing.join(' and ')} missing: apt-get install ${[...packages].join(' ')}`;
  return (title, body) => {
    if (process.env.CI) anyTest(`${title} (${note})`, (t) => t.fail(note));
    else anyTest.skip(`${title} (${note})`, body);
  };
}
