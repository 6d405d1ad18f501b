/** pdns-pipe zone add: how does a zone begin? */

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import type { Difference } from '../store/difference.js';
import { openWriter } from '../store/writer.js';
import { readHost, readName } from './name-argument.js';
import { readTtl } from './record-arguments.js';
import { reportChange } from './record-report.js';
import { RefusedChange } from './refused-change.js';
import { type NewZone, nameOfMailbox, recordsOfNewZone } from './zone-soa.js';

interface ZoneAddArguments {
  name: string;
  primary?: string;
  mailbox?: string;
  ns?: string[];
  ttl: string;
  db: string;
  json: boolean;
}

export const zoneAddCommand: CommandModule = {
  command: 'add <name>',
  describe: 'Make a zone, with its SOA and NS records',
  builder: (yargs: Argv) =>
    yargs
      .usage('$0 zone add <name> [options]\n\nMake a zone, with its SOA and NS records')
      .positional('name', { type: 'string', describe: 'the name of the zone, e.g. example.com' })
      .options({
        db: {
          type: 'string',
          demandOption: true,
          requiresArg: true,
          describe: 'the database; made if missing',
        },
        ns: {
          type: 'string',
          array: true,
          nargs: 1,
          requiresArg: true,
          describe: 'a name server; may be given more than once',
          defaultDescription: 'the primary',
        },
        primary: {
          type: 'string',
          requiresArg: true,
          describe: 'the primary name server, in the SOA',
          defaultDescription: 'the first --ns, or ns1 in the zone',
        },
        mailbox: {
          type: 'string',
          requiresArg: true,
          describe: 'whom to write to, in the SOA: hostmaster@example.com',
          defaultDescription: 'hostmaster in the zone',
        },
        ttl: {
          type: 'string',
          default: '3600',
          requiresArg: true,
          describe: 'of these records; seconds or 1h',
        },
        json: { type: 'boolean', default: false, describe: 'print the result as JSON' },
      })
      .example(
        '$0 zone add example.com --ns ns1.example.net --ns ns2.example.net --db records.db',
        'two name servers',
      )
      .epilogue(
        'Names are absolute, with or without final dot. Exit status: 0 done, 1 refused (a zone of that name is there), ' +
          'nothing was changed, 2 wrong usage.',
      ),
  handler: (argv: ArgumentsCamelCase) => addZone(argv as unknown as ZoneAddArguments),
};

function addZone(argv: ZoneAddArguments): void {
  const zoneName = readName('NAME', argv.name);
  const added = recordsOfNewZone(newZone(zoneName, argv));
  const records = added.map((record) => ({ name: zoneName, ...record }));
  const warnings: string[] = [];
  const writer = openWriter(argv.db);
  try {
    const { outcome, zoneId, serial } = writer.replaceZone(zoneName, records, {
      onProblem: ({ message }) => warnings.push(message),
      onDifference: refuseOldZone(zoneName),
    });
    if (outcome !== 'added') throw zoneExists(zoneName);
    const change = { zoneName, name: zoneName, deleted: [], added, warnings };
    reportChange(change, `added, zone id ${zoneId}, serial ${serial}`, { zoneId, serial }, argv.json);
  } finally {
    writer.close();
  }
}

/** Throws within the transaction, which undoes it, unless the first difference is that a SOA comes where none was. */
function refuseOldZone(zoneName: string): (difference: Difference) => void {
  let isNew = false;
  return ({ type, deleted }) => {
    isNew ||= type === 'SOA' && deleted.length === 0;
    if (!isNew) throw zoneExists(zoneName);
  };
}

function zoneExists(zoneName: string): RefusedChange {
  return new RefusedChange(
    'ZONE_EXISTS',
    `the zone ${zoneName} is there already, and stays as it is: change it with \`pdns-pipe record set\``,
  );
}

function newZone(zoneName: string, { primary, mailbox, ns = [], ttl }: ZoneAddArguments): NewZone {
  const inZone = (label: string) => (zoneName === '.' ? label : `${label}.${zoneName}`);
  const nameServers = ns.map((server) => readHost('--ns', server, zoneName));
  const first =
    primary === undefined ? (nameServers[0] ?? inZone('ns1')) : readHost('--primary', primary, zoneName);
  return {
    primary: first,
    mailbox:
      mailbox === undefined ? inZone('hostmaster') : readHost('--mailbox', nameOfMailbox(mailbox), zoneName),
    nameServers: nameServers.length > 0 ? nameServers : [first],
    ttl: readTtl('--ttl', ttl),
  };
}
