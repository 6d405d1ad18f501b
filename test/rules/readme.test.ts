import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const root = new URL('../../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const packageJson = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const bin = fileURLToPath(new URL('bin/pdns-pipe', root));
const help = (...command: string[]) => execFileSync(bin, [...command, '--help'], { encoding: 'utf8' });

const optionsIn = (text: string) => new Set([...text.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option));
const ofEveryCommand = ['--help', '--version'];

/** Each command that `pdns-pipe --help` lists, subcommands as `bench pipe`. */
function commandsOf(...parent: string[]): string[] {
  const listed = [...help(...parent).matchAll(/^ {2}pdns-pipe ([a-z ]+?)(?: [<[].*?)?(?: {2,}|$)/gm)];
  return listed.flatMap(([, path]) => {
    const name = path!.trim();
    if (name === parent.join(' ')) return [];
    const below = commandsOf(...name.split(' '));
    return below.length > 0 ? below : [name];
  });
}

const commands = commandsOf();
/** README's part about a command: from its heading to the next. */
const sectionOf = (command: string) =>
  readme.split(/^(?=#+ )/m).find((part) => part.startsWith(`### pdns-pipe ${command}\n`));

test('every command has its part of README, and README has a part for no other', (t) => {
  const headings = [...readme.matchAll(/^### pdns-pipe ([a-z ]+)$/gm)].map(([, command]) => command!);
  t.deepEqual(headings.toSorted(), commands.toSorted());
});

for (const command of commands) {
  test(`README names the options that ${command} has, and no others`, (t) => {
    const documented = optionsIn(sectionOf(command) ?? '');
    const existing = optionsIn(help(...command.split(' ')));
    for (const option of ofEveryCommand) existing.delete(option);
    t.deepEqual([...documented].toSorted(), [...existing].toSorted());
  });
}

test('README calls pdns-pipe only with commands that exist', (t) => {
  const blocks = [...readme.matchAll(/^```(?:sh|ini)\n([\s\S]*?)^```/gm)].map(([, text]) => text).join('');
  for (const [, command] of blocks.matchAll(/\bpdns-pipe ([a-z]+(?: pipe| store| start)?)\b/g))
    t.true(
      commands.some((each) => each === command || each.startsWith(`${command} `)),
      command,
    );
});

test('README tells the environment variables of serve, listen and bridge', (t) => {
  const existing = [
    ...new Set(['serve', 'listen', 'bridge'].flatMap((command) => [...optionsIn(help(command))])),
  ]
    .filter((option) => ![...ofEveryCommand, '--linger', '--zone'].includes(option))
    .map((option) => `PDNS_PIPE_${option.slice(2).toUpperCase().replaceAll('-', '_')}`);
  const documented = new Set(readme.match(/PDNS_PIPE_[A-Z_]+/g));
  t.deepEqual([...documented].toSorted(), existing.toSorted());
});

test('the first two commands of README are scripts of package.json, and its map names every room', (t) => {
  t.regex(readme, /```sh\nnpm ci && npm start\nnpm ci && npm test\n```/);
  t.truthy(packageJson.scripts.start);
  t.truthy(packageJson.scripts.test);
});
