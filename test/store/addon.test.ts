import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { temporaryFolder } from './temporary-folder.js';

const reader = new URL('../../src/store/reader.js', import.meta.url).href;
const question = "{ tag: 'Q', qname: 'example.com', qclass: 'IN', qtype: 'SOA', zoneId: -1, remoteIp: '' }";

/** What Node says to a native part that was built for another version of it, or is not there. */
const saysWhatToDo = test.macro((t, dlopen: string) => {
  const preload = join(temporaryFolder(t), 'preload.cjs');
  writeFileSync(preload, `process.dlopen = () => { ${dlopen} };`);
  const script = `
    import { openReader } from '${reader}';
    const reader = openReader('records.db');
    console.log('opened');
    for (const time of [1, 2])
      try { reader.lookup(${question}); } catch (error) { console.log(error.code, error.message); }`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', preload, '--input-type=module', '--eval', script],
    {
      encoding: 'utf8',
    },
  );
  t.is(stderr, '');
  const [opened, first, second, ...more] = stdout.trimEnd().split('\n');
  t.is(opened, 'opened', 'nothing is loaded before the first question');
  t.true(first?.startsWith("NO_ADDON better-sqlite3 can't be loaded into Node "));
  t.true(first?.includes(`ABI ${process.versions.modules}`));
  t.true(first?.includes('npm rebuild better-sqlite3'));
  t.is(second, first);
  t.deepEqual(more, []);
});

test(
  'a native part that was built for another Node is an error that says what to do',
  saysWhatToDo,
  `const error = new Error('The module was compiled against a different Node.js version\\nusing NODE_MODULE_VERSION 1.'); error.code = 'ERR_DLOPEN_FAILED'; throw error;`,
);
test(
  'a native part that is missing is an error that says what to do',
  saysWhatToDo,
  `const error = new Error('better_sqlite3.node: cannot open shared object file: No such file or directory'); error.code = 'ERR_DLOPEN_FAILED'; throw error;`,
);
