/** pdns-pipe query: what would PowerDNS be told? Prints the very lines of the dialogue. */

import { isIP } from 'node:net';
import { styleText } from 'node:util';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { connectInMemory } from '../conversation/in-memory.js';
import { type Listener, Peer, questionFor } from '../conversation/peer.js';
import { Session } from '../conversation/session.js';
import { parseType } from '../dns/record-type.js';
import { abiVersions } from '../protocol/abi.js';
import type { EntForm } from '../protocol/format-reply.js';
import type { Question } from '../protocol/request.js';
import { openReader } from '../store/reader.js';
import { readName } from './name-argument.js';
import { readArgument } from './read-argument.js';
import { UsageError } from './usage-error.js';
import { version } from './version.js';

interface QueryArguments {
  name: string;
  type: string;
  db: string;
  abi: number;
  ent: EntForm;
  remote: string;
  local: string;
  subnet?: string;
  'zone-id': number;
  json: boolean;
}

export const queryCommand: CommandModule = {
  command: 'query <name> [type]',
  describe: 'Ask a database as PowerDNS would, and print the dialogue',
  builder: (yargs: Argv) =>
    yargs
      .positional('name', { type: 'string', describe: 'the name asked for, e.g. www.example.com' })
      .positional('type', { type: 'string', default: 'ANY', describe: 'PowerDNS asks for SOA and ANY' })
      .options({
        db: { type: 'string', demandOption: true, requiresArg: true, describe: 'the database' },
        abi: { choices: abiVersions, default: 5, describe: 'the version that PowerDNS speaks' },
        ent: {
          choices: ['placeholder', 'native', 'none'],
          default: 'placeholder',
          describe: 'how an empty non-terminal is shown',
        },
        remote: { type: 'string', default: '0.0.0.0', requiresArg: true, describe: 'address of the client' },
        local: {
          type: 'string',
          default: '0.0.0.0',
          requiresArg: true,
          describe: 'address asked (ABI 2 and later)',
        },
        subnet: { type: 'string', requiresArg: true, describe: 'EDNS client subnet (ABI 3 and later)' },
        'zone-id': {
          type: 'number',
          default: -1,
          requiresArg: true,
          describe: "only this zone's records; -1: any",
        },
        json: { type: 'boolean', default: false, describe: 'print the dialogue as JSON' },
      })
      .example('$0 query www.example.com --db records.db', 'every record at a name')
      .example('$0 query example.com SOA --db records.db --abi 1', 'how PowerDNS finds a zone, at ABI 1'),
  handler: (argv: ArgumentsCamelCase) => query(argv as unknown as QueryArguments),
};

async function query(argv: QueryArguments): Promise<void> {
  const question = questionOf(argv);
  const backend = openReader(argv.db, {});
  const session = new Session(backend, { banner: `pdns-pipe ${version}`, ent: argv.ent });
  const dialogue: { from: string; line: string }[] = [];
  const onLine: Listener = (direction, line) => {
    if (argv.json) dialogue.push({ from: direction === '>' ? 'powerdns' : 'backend', line });
    else process.stdout.write(`${coloured(direction, line)}\n`);
  };
  const peer = new Peer(connectInMemory(session), argv.abi, onLine);
  await peer.greet();
  const { outcome } = await peer.ask(question);
  await peer.close();
  backend.close();
  if (argv.json) process.stdout.write(`${JSON.stringify({ outcome, dialogue }, null, 2)}\n`);
  if (outcome !== 'END') process.exitCode = 1;
}

function questionOf({ name, type, remote, local, subnet, 'zone-id': zoneId }: QueryArguments): Question {
  if (!Number.isInteger(zoneId) || zoneId < -1 || zoneId > 0x7fffffff)
    throw new UsageError('--zone-id takes a whole number from 0 to 2147483647, or -1 for any zone');
  for (const [option, address] of Object.entries({ remote, local }))
    if (!isIP(address)) throw new UsageError(`--${option} takes an IP address, not "${address}"`);
  if (subnet !== undefined && !isSubnet(subnet))
    throw new UsageError(`--subnet takes an address and its length (192.0.2.0/24), not "${subnet}"`);
  const qname = readName('NAME', name);
  const qtype = readArgument('TYPE', () => parseQtype(type));
  return questionFor(qname, qtype, {
    zoneId,
    remoteIp: remote,
    localIp: local,
    ...(subnet !== undefined && { ednsSubnet: subnet }),
  });
}

function isSubnet(text: string): boolean {
  const [, address = '', bits] = /^(.*)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}

function parseQtype(text: string): string {
  return text.toUpperCase() === 'ANY' ? 'ANY' : parseType(text);
}

/** Colours appear on a terminal only. */
function coloured(direction: '>' | '<', line: string): string {
  const text = `${direction} ${line}`;
  if (!process.stdout.isTTY) return text;
  if (direction === '>') return styleText('cyan', text);
  if (line.startsWith('DATA')) return styleText('green', text);
  return styleText(/^(FAIL|LOG)/.test(line) ? 'red' : 'dim', text);
}
