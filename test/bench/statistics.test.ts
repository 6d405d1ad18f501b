import test from 'ava';
import { quantile, spreadOf } from '../../src/bench/statistics.js';

const quantileIs = test.macro({
  exec(t, values: number[], share: number, expected: number) {
    t.is(quantile(values, share), expected);
  },
  title: (_, values: number[], share: number, expected: number) =>
    `quantile ${share} of ${values.join(' ')} is ${expected}`,
});

test(quantileIs, [7], 0.99, 7);
test(quantileIs, [1, 2, 3], 0.5, 2);
test(quantileIs, [1, 2, 3, 4], 0.5, 2.5);
test(quantileIs, [10, 20, 30, 40, 50], 0.25, 20);
test(quantileIs, [10, 20, 30, 40], 0.75, 32.5);
test(quantileIs, [1, 2, 3, 900], 1, 900);
test(quantileIs, [1, 2, 3, 900], 0, 1);

test('a spread sorts by size, not by text', (t) => {
  t.deepEqual(spreadOf([100, 9, 80, 200, 30]), { median: 80, p25: 30, p75: 100 });
});

test('no values have no middle', (t) => {
  t.throws(() => spreadOf([]), { instanceOf: RangeError });
});
