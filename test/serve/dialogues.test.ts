import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
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
import { connectChannel } from '../../src/wire/open-channel.js';
import type { Wire } from '../../src/wire/wire.js';

const root = new URL('../../../', import.meta.url);
const bin = fileURLToPath(new URL('bin/pdns-pipe', root));
const fixture = (name: string) => fileURLToPath(new URL(`fixtures/dialogues/${name}`, root));
const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-dialogues-'));
const inFolder = (name: string) => join(folder, name);
const [db, listener] = [inFolder('records.db'), inFolder('listener.sock')];
const [toSocket, toProgram] = [inFolder('to-socket.sock'), inFolder('to-program.sock')];
/** A busy machine is no reason for a failed answer here. */
const bridge = ['bridge', '--deadline', '60000'];
const listening: ChildProcess[] = [];

test.before(async () => {
  execFileSync(bin, ['import', '--db', db, fixture('dialogue.example.zone')]);
  await startListening(['listen', '--socket', listener, '--db', db]);
  await startListening([...bridge, '--listen', toSocket, '--connect', listener]);
  await startListening([...bridge, '--listen', toProgram, '--', bin, 'serve', '--db', db]);
});

test.after.always(() => {
  for (const child of listening) child.kill();
});

async function startListening(args: readonly string[]): Promise<void> {
  const child = spawn(bin, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  listening.push(child);
  for await (const text of child.stderr!) if (String(text).includes('event=started')) return;
  throw new Error(`${args.join(' ')} has not started`);
}

/** A wire over a unix socket. */
async function connectSocket(path: string): Promise<Wire> {
  const received: (string | undefined)[] = [];
  let wake = () => {};
  const add = (line: string | undefined) => {
    received.push(line);
    wake();
  };
  const channel = await connectChannel(path, { onLine: (line) => add(line), onEnd: () => add(undefined) });
  return {
    send: (text) => void channel.send(text),
    async receive() {
      while (received.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return received.shift();
    },
    async close() {
      channel.destroy();
    },
  };
}

/** The same dialogue over every transport there is. */
const transports: Record<string, () => Promise<Wire>> = {
  async memory() {
    const backend = openReader(db, {});
    const operable = withOperatorCommands(backend, { version: 'test', counts: () => session.counts });
    const session = new Session(operable, { banner: 'test' });
    return connectInMemory(session);
  },
  process: () => startProcess(bin, ['serve', '--db', db]),
  socket: () => connectSocket(listener),
  'a bridge from stdio to a socket': () => startProcess(bin, [...bridge, '--connect', listener]),
  'a bridge from stdio to a program': () => startProcess(bin, [...bridge, '--', bin, 'serve', '--db', db]),
  'a bridge from a socket to a socket': () => connectSocket(toSocket),
  'a bridge from a socket to a program': () => connectSocket(toProgram),
};

/** A `*` at the end of an expected line stands for any text. */
function matches(line: string | undefined, expected: string): boolean {
  if (line === undefined) return false;
  return expected.endsWith('*') ? line.startsWith(expected.slice(0, -1)) : line === expected;
}

for (const [transport, connect] of Object.entries(transports)) {
  for (const abiVersion of [1, 2, 3, 4, 5]) {
    test.serial(
      `the dialogue of ABI ${abiVersion} is the same, line by line, over ${transport}`,
      async (t) => {
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
      },
    );
  }
}
