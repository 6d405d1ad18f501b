import test from 'ava';
import { formatTable } from '../../src/bench/table.js';

test('names stand to the left, figures to the right, and a row may be short', (t) => {
  const lines = formatTable(
    ['us', 'median', 'p99'],
    [
      ['command', '20.1', '100.0'],
      ['ratio', '1.2'],
    ],
  );
  t.deepEqual(lines, ['us       median    p99', 'command    20.1  100.0', 'ratio       1.2']);
});
