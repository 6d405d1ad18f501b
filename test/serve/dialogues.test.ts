import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { connectInMemory } from '../../src/conversation/in-memory.js';
import { Session } from '../../src/conversation/session.js';
import { withOperatorCommands } from '../../src/serve/commands.js';
import { openReader } from '../../src/store/reader.js';
import { startProcess } from '../../src/wire/child-process.js';
import type { Wire } from '../../src/wire/wire.js';

const root = new URL('../../../', import.meta.url);
const bin = fileURLToPath(new URL('bin/pdns-pipe', root));
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/dialogues/${name}`, root));
const db = join(mkdtempSync(join(tmpdir(), 'pdns-pipe-dialogues-')), 'records.db');

test.before(() => {
  execFileSync(bin, ['import', '--db', db, fixture('dialogue.example.zone')]);
});

/** The same dialogue over every transport there is. */
const transports: Record<string, () => Promise<Wire>> = {
  async memory() {
    const backend = openReader(db, {});
    const operable = withOperatorCommands(backend, { version: 'test', counts: () => session.counts });
    const session = new Session(operable, { banner: 'test' });
    return connectInMemory(session);
  },
  process: () => startProcess(bin, ['serve', '--db', db]),
};

/** A `*` at the end of an expected line stands for any text. */
function matches(line: string | undefined, expected: string): boolean {
  if (line === undefined) return false;
  return expected.endsWith('*') ? line.startsWith(expected.slice(0, -1)) : line === expected;
}

for (const [transport, connect] of Object.entries(transports)) {
  for (const abiVersion of [1, 2, 3, 4, 5]) {
    test(`the dialogue of ABI ${abiVersion} is the same, line by line, over ${transport}`, async (t) => {
      const wire = await connect();
      const lines = readFileSync(fixture(`abi-${abiVersion}.txt`), 'latin1').split('\n');
      for (const [index, line] of lines.entries()) {
        if (line.startsWith('> ')) wire.send(`${line.slice(2)}\n`);
        if (!line.startsWith('< ')) continue;
        const received = await wire.receive();
        t.true(
          matches(received, line.slice(2)),
          `line ${index + 1}: expected ${JSON.stringify(line.slice(2))}, got ${JSON.stringify(received)}`,
        );
      }
      await wire.close();
      t.pass();
    });
  }
}
