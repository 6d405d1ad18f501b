import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { needs } from './needs.js';
import { pdnsPipe } from './product.js';
import { temporaryFolder } from './temporary-folder.js';

const throughput = ['bench', 'throughput', '--records', '1000', '--threads', '1'];
const testLoad = needs('pdns_server', 'libpipebackend.so', 'dnsperf');

testLoad('bench throughput loads a PowerDNS for each way, and leaves nothing behind', (t) => {
  const folder = temporaryFolder(t);
  const brief = ['--rounds', '1', '--seconds', '0.3', '--warm-up', '0.3', '--json'];
  const { status, stdout, stderr } = spawnSync(pdnsPipe, [...throughput, ...brief], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: folder },
  });
  t.is(status, 0, stderr);
  const { records, tables } = JSON.parse(stdout);
  t.is(records, 1000);
  t.is(tables.length, 1);
  const [{ threads, contenders, leftOut }] = tables;
  t.is(threads, 1);
  t.is(contenders.length + leftOut.length, 7);
  t.is(contenders[0].name, 'coprocess');
  for (const { name, answered, failed, lost, serverCpuUs, backendCpuUs } of contenders) {
    t.true(answered > 0, name);
    t.deepEqual([failed, lost], [0, 0], name);
    t.true(serverCpuUs > 0 && backendCpuUs > 0, name);
  }
  t.deepEqual(readdirSync(folder), []);
});

testLoad('a signal ends bench throughput and all that it runs', async (t) => {
  const folder = temporaryFolder(t);
  const child = spawn(pdnsPipe, [...throughput, '--only', 'coprocess', '--warm-up', '60'], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  });
  const ended = once(child, 'exit');
  const isLoading = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((file) => file.endsWith('questions'));
  while (!isLoading()) {
    if (child.exitCode !== null) return t.fail(`exit status ${child.exitCode}`);
    await sleep(20);
  }
  child.kill('SIGINT');
  t.deepEqual(await ended, [null, 'SIGINT']);
  t.deepEqual(readdirSync(folder), []);
});
