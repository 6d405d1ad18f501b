import test from 'ava';
import { lastAllowedCore } from '../../src/bench/pin.js';

const picks = test.macro({
  exec(t, list: string, core: number) {
    t.is(lastAllowedCore(`Cpus_allowed:\tff\nCpus_allowed_list:\t${list}\nMems_allowed_list:\t0\n`), core);
  },
  title: (_, list: string, core: number) => `of the cores ${list} the last is ${core}`,
});

test(picks, '0', 0);
test(picks, '0-3', 3);
test(picks, '0,2,12', 12);
test(picks, '0-3,8-11', 11);
