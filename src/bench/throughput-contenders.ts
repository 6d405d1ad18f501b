/** Which ways are there from PowerDNS to a backend? */

import { BenchError } from './bench-error.js';

/** Commands with `{words}` that stand for paths: those of `Places`. */
export interface ThroughputContender {
  readonly name: string;
  /** The contender that it is compared with. */
  readonly reference?: string;
  /** What has to listen at `{socket}`, one in front of the other: `{behind}` is the one before. Those with the same share it. */
  readonly listeners?: readonly string[];
  /** What pdns.conf says. */
  readonly pipeCommand: string;
}

/** Where things are; undefined: not here. */
export interface Places {
  readonly 'pdns-pipe': string;
  readonly db: string;
  /** The zone's name. */
  readonly apex: string;
  readonly answerer: string | undefined;
  readonly socat: string | undefined;
  /** Of what listens behind PowerDNS. */
  readonly socket?: string | undefined;
  /** Of what listens behind that. */
  readonly behind?: string | undefined;
}

const listener = '{pdns-pipe} listen --socket {socket} --db {db}';
const listeners = [listener];
const bridge = '{pdns-pipe} bridge --listen {socket} --connect {behind}';

export const throughputContenders: readonly ThroughputContender[] = [
  { name: 'coprocess', reference: 'c-coprocess', pipeCommand: '{pdns-pipe} serve --db {db}' },
  { name: 'c-coprocess', pipeCommand: '{answerer} {apex}' },
  { name: 'socket', reference: 'c-socket', listeners, pipeCommand: '{socket}' },
  { name: 'c-socket', listeners: ['{answerer} {apex} {socket}'], pipeCommand: '{socket}' },
  { name: 'bridge', reference: 'socat', listeners, pipeCommand: '{pdns-pipe} bridge --connect {socket}' },
  { name: 'bridge-socket', reference: 'socat', listeners: [listener, bridge], pipeCommand: '{socket}' },
  { name: 'socat', listeners, pipeCommand: '{socat} stdio unix-connect:{socket}' },
];

/** How to get what may be missing. */
const packages: Readonly<Record<string, string>> = {
  answerer: 'there is no C compiler (cc): apt-get install gcc libc6-dev',
  socat: 'socat is not installed: apt-get install socat',
};

/** A command with its places; throws BenchError NOT_STARTED if something is missing, or has a blank in its path. */
export function fillIn(command: string, places: Places): string {
  return command.replaceAll(/\{([a-z-]+)\}/g, (_, word: string) => {
    const place = places[word as keyof Places];
    if (place === undefined) throw new BenchError('NOT_STARTED', packages[word]!);
    if (!place.includes(' ')) return place;
    throw new BenchError(
      'NOT_STARTED',
      `PowerDNS splits pipe-command at blanks, and "${place}" has one: name another directory, in TMPDIR if it is a temporary one`,
    );
  });
}
