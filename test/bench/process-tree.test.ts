import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import test from 'ava';
import { descendantsOf } from '../../src/bench/process-tree.js';

test('children and their children are found', async (t) => {
  const script = 'sh -c "echo \\$\\$; read wait; :"; :';
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [grandchild] = await once(createInterface(child.stdout), 'line');
  t.deepEqual(descendantsOf(child.pid!), [Number(grandchild)]);
  t.true(descendantsOf(process.pid).includes(Number(grandchild)));
  child.stdin.end();
  await once(child, 'exit');
  t.deepEqual(descendantsOf(child.pid!), []);
});
