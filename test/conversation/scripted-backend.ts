/** How do the tests play a backend that is asked over a channel? Line by line, in this process. */

import { PassThrough } from 'node:stream';
import type { ExecutionContext } from 'ava';
import type { OpenChannel } from '../../src/conversation/backend-link.js';
import { BackendLinks, type LinksOptions } from '../../src/conversation/backend-links.js';
import { Relay } from '../../src/conversation/relay.js';
import type { Responder } from '../../src/conversation/responder.js';
import { abiOf } from '../../src/protocol/abi.js';
import { LineChannel } from '../../src/wire/line-channel.js';

/** Says something to the bridge, or undefined: closes. */
export type Say = (text: string | undefined) => void;

export interface ScriptedBackend {
  readonly open: OpenChannel;
  /** Every line that came, of all links. */
  readonly heard: string[];
  /** How many links have been opened. */
  readonly opened: () => number;
}

/** A backend that says `greeting`, and leaves all other lines to `onLine`. */
export function scriptBackend(
  onLine: (line: string, say: Say, link: number) => void,
  greeting: (link: number) => string = () => 'OK\tscripted\n',
): ScriptedBackend {
  const heard: string[] = [];
  let links = 0;
  const open: OpenChannel = async (handler) => {
    const link = ++links;
    const [toBridge, fromBridge] = [new PassThrough(), new PassThrough()];
    const say: Say = (text) => void (text === undefined ? toBridge.end() : toBridge.write(text, 'latin1'));
    new LineChannel(fromBridge, new PassThrough(), {
      onLine(line) {
        heard.push(line);
        // Nothing that another process says comes within the same turn.
        setImmediate(() => (line.startsWith('HELO\t') ? say(greeting(link)) : onLine(line, say, link)));
      },
      onEnd() {},
    });
    return new LineChannel(toBridge, fromBridge, handler);
  };
  return { open, heard, opened: () => links };
}

/** Links to it, until the end of the test. */
export function openLinks(
  t: ExecutionContext<unknown>,
  { open }: Pick<ScriptedBackend, 'open'>,
  options: Partial<LinksOptions> & { abiVersion?: number } = {},
): BackendLinks {
  const links = new BackendLinks({
    open,
    abi: abiOf(options.abiVersion ?? 1)!,
    size: 1,
    timeoutMs: 10_000,
    patienceMs: 10_000,
    onLog() {},
    onAway() {},
    onBack() {},
    ...options,
  });
  t.teardown(() => links.close());
  return links;
}

/** A relay over these links. */
export function openRelay(links: BackendLinks, deadlineMs = 10_000): Relay {
  return new Relay({
    linksFor: () => links,
    deadlineMs,
    banner: 'test',
    ent: 'placeholder',
    maxStalenessMs: 0,
    onRefusal() {},
  });
}

/** The whole reply to a line. */
export async function say(responder: Responder, line: string): Promise<string> {
  const reply = await responder.answer(line, true);
  if (typeof reply === 'string') return reply;
  let text = '';
  for await (const piece of reply) text += piece;
  return text;
}
