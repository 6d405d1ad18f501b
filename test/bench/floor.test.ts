import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { compile } from '../../src/bench/compile.js';

const directory = mkdtempSync(join(tmpdir(), 'floor-test-'));
const floor = compile('floor', directory);
test.after.always(() => rmSync(directory, { recursive: true }));

const answers = test.macro({
  exec(t, size: string, expected: string) {
    if (floor === undefined) {
      t.pass('there is no C compiler here');
      return;
    }
    t.is(execFileSync(floor, [size], { input: 'HELO\t4\n', encoding: 'latin1' }), 'OK\tfloor\n');
    const script = `(printf 'HELO\\t4\\n'; sleep 1; printf 'Q\\ta\\n') | '${floor}' ${size}`;
    t.is(execFileSync('sh', ['-c', script], { encoding: 'latin1' }), `OK\tfloor\n${expected}`);
  },
  title: (title, size: string) => title ?? `the floor answers ${size} bytes that end in a line END`,
});

test(answers, '4', 'END\n');
test(answers, '5', '\nEND\n');
test(answers, '10', 'xxxxx\nEND\n');

test('no answer is shorter than END', answers, '1', 'END\n');
