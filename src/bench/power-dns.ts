/** How is a PowerDNS run for a bench? With its own configuration, on a port of its own, and no cache in the way. */

import { spawnSync } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type ProgramOptions, RunningProgram } from './running-program.js';

export interface PowerDnsOptions extends ProgramOptions {
  /** The path of pdns_server. */
  readonly program: string;
  /** Its own: for pdns.conf and its control socket. */
  readonly directory: string;
  readonly pipeCommand: string;
  readonly abiVersion: number;
  readonly distributorThreads: number;
  /** A name that has an address, for the question whether it answers. */
  readonly knownName: string;
}

export interface PowerDns {
  readonly program: RunningProgram;
  /** On 127.0.0.1. */
  readonly port: number;
}

/** Starts a pdns_server and waits till it answers; throws BenchError NOT_STARTED. */
export async function startPowerDns(options: PowerDnsOptions): Promise<PowerDns> {
  const { directory, knownName } = options;
  const port = await freePort();
  mkdirSync(directory);
  const lines = Object.entries(settingsFor(options, port)).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(directory, 'pdns.conf'), lines.join(''));
  const program = new RunningProgram([options.program, `--config-dir=${directory}`], options);
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  try {
    await program.untilReady(() =>
      resolver.resolve4(knownName).then(
        () => true,
        () => false,
      ),
    );
  } catch (error) {
    await program.stop();
    throw error;
  }
  return { program, port };
}

function settingsFor(options: PowerDnsOptions, port: number): Record<string, string | number> {
  return {
    launch: 'pipe',
    'pipe-command': options.pipeCommand,
    'pipe-abi-version': options.abiVersion,
    'pipe-timeout': 20_000,
    'zone-cache-refresh-interval': 0,
    'cache-ttl': 0,
    'query-cache-ttl': 0,
    'negquery-cache-ttl': 0,
    'receiver-threads': 1,
    'distributor-threads': options.distributorThreads,
    // Slow is what is measured: nothing is to be dropped.
    'max-queue-length': 500_000,
    'queue-limit': 60_000,
    'local-address': '127.0.0.1',
    'local-port': port,
    'socket-dir': options.directory,
    'security-poll-suffix': '',
    'disable-syslog': 'yes',
    loglevel: 3,
  };
}

/** What `pdns_server --version` says, as `4.7.3`. */
export function powerDnsVersion(program: string): string {
  const { stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /Server (\S+)/.exec(stdout + stderr)?.[1] ?? 'of unknown version';
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
