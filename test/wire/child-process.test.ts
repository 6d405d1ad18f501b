import test from 'ava';
import { startProcess } from '../../src/wire/child-process.js';

const shell = (script: string) => startProcess('/bin/sh', ['-c', script]);

test('lines go to the program and come back, a byte a character', async (t) => {
  const wire = await startProcess('cat');
  wire.send('HELO\t1\n\xff\n');
  t.is(await wire.receive(), 'HELO\t1');
  t.is(await wire.receive(), '\xff');
  await wire.close();
});

test('a program that ends is an end, also for what is asked later', async (t) => {
  const wire = await shell('echo OK; exit 3');
  t.is(await wire.receive(), 'OK');
  t.is(await wire.receive(), undefined);
  wire.send('Q\n');
  t.is(await wire.receive(), undefined);
  await wire.close();
});

test('half a line at the end is not a line', async (t) => {
  const wire = await shell('printf "OK\\nDATA\\thalf"');
  t.is(await wire.receive(), 'OK');
  t.is(await wire.receive(), undefined);
  await wire.close();
});

test('a program that can not be started is an error', async (t) => {
  await t.throwsAsync(startProcess('/nowhere/backend'), { code: 'ENOENT' });
});
