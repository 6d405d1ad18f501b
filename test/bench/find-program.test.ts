import test from 'ava';
import { findProgram } from '../../src/bench/find-program.js';

test('a program is found where the path says, as an absolute path', (t) => {
  t.is(findProgram('sh', '/no/such/directory:/bin:/usr/bin'), '/bin/sh');
  t.is(findProgram('no-such-program', '/bin:/usr/bin'), undefined);
  t.is(findProgram('sh', ''), undefined);
});

test('a relative directory is none: PowerDNS runs elsewhere', (t) => {
  t.is(findProgram('sh', '../../../../../../../../bin'), undefined);
});
