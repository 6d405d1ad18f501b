import test from 'ava';
import { seededRandom } from '../../src/bench/random.js';

test('a seed gives the same numbers again, another seed others', (t) => {
  const draw = (seed: number) => Array.from({ length: 3 }, seededRandom(seed));
  t.deepEqual(draw(1), draw(1));
  t.notDeepEqual(draw(1), draw(2));
});

test('the numbers spread over 0 to 1', (t) => {
  const random = seededRandom(1);
  const tenths = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw++) tenths[Math.floor(random() * 10)]! += 1;
  t.true(tenths.every((count) => count > 850 && count < 1150));
});
