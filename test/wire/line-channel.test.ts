import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect as netConnect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { LineChannel } from '../../src/wire/line-channel.js';
import { acceptChannel, connectChannel, startChannel } from '../../src/wire/open-channel.js';

const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-channel-'));
test.after.always(() => rmSync(folder, { recursive: true }));
let paths = 0;

/** What a handler was told: lines as they are, `...` behind one that was too long, and the end. */
class Trail {
  readonly told: string[] = [];
  #wake = () => {};

  onLine(line: string, isWhole: boolean): void {
    this.#tell(isWhole ? line : `${line}...`);
  }

  onEnd(): void {
    this.#tell('(end)');
  }

  async until(count: number): Promise<readonly string[]> {
    while (this.told.length < count)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.told;
  }

  #tell(what: string): void {
    this.told.push(what);
    this.#wake();
  }
}

/** A socket, and what is at its other end. */
async function socketPair(t: ExecutionContext<unknown>): Promise<[path: string, accepted: Promise<Socket>]> {
  const path = join(folder, `${paths++}.sock`);
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
  const accepted = once(server, 'connection').then(([socket]) => socket as Socket);
  server.listen(path);
  await once(server, 'listening');
  t.teardown(() => server.close());
  return [path, accepted];
}

test('lines are the same however they are cut into pieces', async (t) => {
  const text = 'HELO\t1\n\nQ\t\xe9\r\nEND\nhalf';
  for (let first = 0; first <= text.length; first += 1)
    for (let second = first; second <= text.length; second += 1) {
      const [input, trail] = [new PassThrough(), new Trail()];
      new LineChannel(input, new PassThrough(), trail);
      for (const piece of [text.slice(0, first), text.slice(first, second), text.slice(second)])
        if (piece !== '') input.write(piece, 'latin1');
      input.end();
      t.deepEqual(
        await trail.until(5),
        ['HELO\t1', '', 'Q\t\xe9\r', 'END', '(end)'],
        `at ${first}, ${second}`,
      );
    }
});

test('of a line that is too long the beginning is handed over, and the next one is whole', async (t) => {
  for (const size of [1, 3, 7, 100]) {
    const [input, trail] = [new PassThrough(), new Trail()];
    new LineChannel(input, new PassThrough(), trail, 4);
    const text = '1234\n12345678901\nab\n123456';
    for (let at = 0; at < text.length; at += size) input.write(text.slice(at, at + size));
    input.end();
    t.deepEqual(await trail.until(4), ['1234', '1234...', 'ab', '(end)'], `in pieces of ${size}`);
  }
});

test('lines that are held come later, in order, and the end after them', async (t) => {
  const [input, trail] = [new PassThrough(), new Trail()];
  const channel: LineChannel = new LineChannel(input, new PassThrough(), {
    onLine(line, isWhole) {
      trail.onLine(line, isWhole);
      channel.hold();
    },
    onEnd: () => trail.onEnd(),
  });
  input.end('a\nb\nc\n');
  await sleep(20);
  t.deepEqual(trail.told, ['a']);
  t.true(channel.hasLines);
  channel.release();
  t.deepEqual(trail.told, ['a', 'b']);
  channel.release();
  channel.release();
  t.deepEqual(trail.told, ['a', 'b', 'c', '(end)']);
});

test('lines are held without bound for nobody: the other side has to wait', async (t) => {
  const [path, accepted] = await socketPair(t);
  const peer = netConnect(path);
  t.teardown(() => peer.destroy());
  const trail = new Trail();
  const channel = acceptChannel(await accepted, trail, 1000);
  channel.hold();
  const lines = 'x'.repeat(999).concat('\n').repeat(5000);
  let taken = false;
  peer.write(lines, () => {
    taken = true;
  });
  await sleep(200);
  t.false(taken);
  channel.release();
  await trail.until(5000);
  t.true(trail.told.every((line) => line.length === 999));
});

test('a connection that closes behind its lines while they are held loses none of them', async (t) => {
  const [path, accepted] = await socketPair(t);
  const trail = new Trail();
  const channel = await connectChannel(path, trail);
  channel.hold();
  (await accepted).end('a\nb\nhalf');
  await sleep(50);
  t.deepEqual(trail.told, []);
  channel.release();
  t.deepEqual(await trail.until(3), ['a', 'b', '(end)']);
});

test('what a program said before it died is handed over', async (t) => {
  const trail = new Trail();
  await startChannel('/bin/sh', ['-c', 'for i in 1 2 3; do echo $i; done; exit 3'], trail);
  t.deepEqual(await trail.until(4), ['1', '2', '3', '(end)']);
});

test('a program that does not go when its stdin ends is killed', async (t) => {
  const trail = new Trail();
  const channel = await startChannel('/bin/sh', ['-c', 'echo $$; exec sleep 60'], trail);
  const [pid] = (await trail.until(1)).map(Number);
  channel.destroy();
  t.deepEqual(trail.told.slice(1), ['(end)']);
  await t.throwsAsync(
    async () => {
      for (;;) {
        process.kill(pid!, 0);
        await sleep(50);
      }
    },
    { code: 'ESRCH' },
  );
});

test('many programs at a time are no reason for a warning', async (t) => {
  const warnings: Error[] = [];
  process.on('warning', (warning) => warnings.push(warning));
  const channels = await Promise.all(
    Array.from({ length: 12 }, () => startChannel('/bin/cat', [], new Trail())),
  );
  await sleep(10);
  for (const channel of channels) channel.destroy();
  t.deepEqual(warnings, []);
});

test('a program or socket that is not there rejects', async (t) => {
  await t.throwsAsync(startChannel(join(folder, 'none'), [], new Trail()), { code: 'ENOENT' });
  await t.throwsAsync(connectChannel(join(folder, 'none'), new Trail()), { code: 'ENOENT' });
});

test('whether what was sent has been taken is known, and waited for no longer than told', async (t) => {
  const [path, accepted] = await socketPair(t);
  const peer = netConnect(path).pause();
  t.teardown(() => peer.destroy());
  const channel = acceptChannel(await accepted, new Trail());
  t.true(channel.send('END\n'));
  t.true(await channel.drained(10));
  while (channel.send('x'.repeat(10_000)));
  t.false(await channel.drained(50));
  peer.resume();
  t.true(await channel.drained(10_000));
  t.true(channel.isOpen);
  channel.destroy();
  t.false(channel.isOpen);
  t.true(channel.send('nobody hears it'));
  t.false(await channel.drained(10));
});
