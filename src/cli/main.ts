/** What did the user type? Picks the command and sets the exit status: 0 done, 1 failed, 2 wrong usage. */

import { UsageError } from './usage-error.js';

/**
 * Runs one command line. `serve` and `bridge` have a way of their own, since PowerDNS starts a coprocess for each of
 * its threads, transfers and API calls: a plain line is understood without loading yargs.
 */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    if (argv[0] === 'serve') {
      const { servePlainly } = await import('./serve.js');
      if (servePlainly(argv.slice(1))) return;
    }
    if (argv[0] === 'bridge') {
      const { bridgePlainly } = await import('./bridge.js');
      const bridging = bridgePlainly(argv.slice(1));
      if (bridging !== undefined) return await bridging;
    }
    process.stdout.on('error', endWithoutReader);
    const { run } = await import('./commands.js');
    await run(argv);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    const hint = error instanceof UsageError ? `\nTry: ${(await import('./commands.js')).helpFor(argv)}` : '';
    process.stderr.write(`pdns-pipe: ${isExpected(error) ? error.message : stackOf(error)}${hint}\n`);
  }
}

/** Somebody read as much as they wanted (`| head`), or stdout is a full disk. */
function endWithoutReader(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`pdns-pipe: stdout can't be written: ${error.message}\n`);
  process.exit(1);
}

/** Every layer's errors carry a literal code; anything else is a bug of ours, and its stack is wanted. */
function isExpected(error: unknown): error is Error {
  return error instanceof Error && 'code' in error;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
