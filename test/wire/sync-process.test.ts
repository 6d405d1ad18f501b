import test from 'ava';
import { openSyncProcess } from '../../src/wire/sync-process.js';

function open(script: string, timeoutMs = 5000) {
  return openSyncProcess('sh', ['-c', script], { timeoutMs });
}

test('bytes go there and back', async (t) => {
  const process = await openSyncProcess('cat', [], { timeoutMs: 5000 });
  const buffer = Buffer.alloc(16);
  process.write(Buffer.from('a\tb\n'));
  t.is(process.read(buffer, 2), 4);
  t.is(buffer.toString('latin1', 2, 6), 'a\tb\n');
  await process.close();
  t.is(await process.ended, 'exit status 0');
});

test('a command that is not there cannot be started', async (t) => {
  await t.throwsAsync(openSyncProcess('./no-such-command', [], { timeoutMs: 5000 }), {
    code: 'NOT_STARTED',
    message: /no-such-command/,
  });
});

test('a child that has gone reads no more, and its last bytes can still be read', async (t) => {
  const process = await open('echo bye; exit 7');
  t.is(await process.ended, 'exit status 7');
  t.throws(() => process.write(Buffer.from('x\n')), { code: 'CLOSED' });
  const buffer = Buffer.alloc(16);
  t.is(process.read(buffer, 0), 4);
  t.throws(() => process.read(buffer, 0), { code: 'CLOSED' });
  await process.close();
});

test('a read ends after the timeout, even if a grandchild holds the pipe', async (t) => {
  const process = await open('sleep 5 & wait', 100);
  t.throws(() => process.read(Buffer.alloc(16), 0), {
    code: 'SILENT',
    message: 'sh said nothing for 100 ms',
  });
  await process.close();
});

test('time between two reads is no silence', async (t) => {
  const process = await openSyncProcess('cat', [], { timeoutMs: 500 });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  process.write(Buffer.from('x\n'));
  t.is(process.read(Buffer.alloc(16), 0), 2);
  await process.close();
});

test('a child that does not go when its stdin ends is killed', async (t) => {
  const process = await open('exec sleep 60');
  await process.close();
  t.is(await process.ended, 'SIGKILL');
});
