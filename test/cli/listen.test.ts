import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readAccess } from '../../src/cli/socket-place.js';
import { commandProcess, testFolder } from './run.js';

const { fail } = commandProcess();
const folder = testFolder();
const config = join(folder, 'config.json');
writeFileSync(config, '{"linger": "yes"}');

const isWrong = test.macro({
  exec(t, args: readonly string[], because: RegExp) {
    t.is(fail(t, ['listen', ...args], 2, because), '');
  },
  title: (_, args: readonly string[]) => `wrong usage: listen ${args.join(' ').replace(folder, '')}`,
});

const enough = ['--socket', '/run/x.sock', '--db', 'x.db'];
test(isWrong, [], /--socket \/run/);
test(isWrong, ['--socket', 'x.sock'], /--db FILE/);
test(isWrong, [...enough, '--mode', '888'], /three octal digits/);
test(isWrong, [...enough, '--mode', '4660'], /three octal digits/);
test(isWrong, [...enough, '--group', 'no-such-group'], /there is no "no-such-group" here/);
test(isWrong, [...enough, '--owner', 'no-such-user'], /there is no "no-such-user" here/);
test(isWrong, [...enough, '--workers', '65'], /--workers takes 0 to 64/);
test(isWrong, [...enough, '--deadline', '0'], /--deadline takes 1 to/);
test(isWrong, [...enough, '--max-connections', 'many'], /--max-connections takes 1 to/);
test(isWrong, [...enough, '--log-level', 'all'], /error, warn, info, debug/);
test(isWrong, ['--config', config], /no setting "linger"/);

test('an owner and a group are numbers or names', (t) => {
  t.deepEqual(readAccess({}), { mode: 0o660, uid: undefined, gid: undefined });
  t.deepEqual(readAccess({ mode: '0600', owner: '12', group: '13' }), { mode: 0o600, uid: 12, gid: 13 });
  if (spawnSync('getent', ['passwd', 'root']).status !== 0) return t.log('getent is missing');
  return t.deepEqual(readAccess({ owner: 'root', group: 'root' }), { mode: 0o660, uid: 0, gid: 0 });
});
