/** How is a large zone file read and put in order while another thread writes? This file runs as the thread. */

import {
  isMainThread,
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { Draft } from '../store/draft.js';
import type { CheckOptions, DraftedZone } from '../store/drafted-nodes.js';
import type { Problem } from '../store/problem.js';
import type { Node } from '../store/zone-tree.js';
import type { ShownProblem } from './problems.js';
import { type ReadingListener, readZone, type ZoneFile } from './zone-reading.js';

/** What the thread says. */
type Message =
  | { readonly tag: 'advance'; readonly bytes: number }
  | { readonly tag: 'report'; readonly problem: ShownProblem }
  | { readonly tag: 'read'; readonly zoneName: string | undefined }
  /** `name` TAB `row`, parted by NUL: neither has such a character, and one text travels faster than many. */
  | { readonly tag: 'nodes'; readonly text: string }
  | { readonly tag: 'end' }
  | { readonly tag: 'failed'; readonly error: Error; readonly code: unknown };

/** What the thread is told. */
type Order =
  | { readonly tag: 'read'; readonly zone: ZoneFile }
  | { readonly tag: 'nodes'; readonly apex: string; readonly strict: boolean };

/** Messages that have been sent in each direction, and those to here that have been taken. */
const [ORDERS, SENT, TAKEN] = [0, 1, 2] as const;

/** Messages on their way: enough that neither side waits long for the other (a guess). */
const MAX_WAITING = 64;
const NODES_LENGTH = 64 * 1024;
/** MiB of new objects before they are looked through. With the default of 16 the thread spends a fifth more time. */
const YOUNG_MIB = 48;

/** A draft in a thread of its own. All that is asked of it is waited for. */
export class ZoneThread implements DraftedZone {
  readonly #counters = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  readonly #port: MessagePort;
  readonly #worker: Worker;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL(import.meta.url), {
      workerData: { port: port2, counters: this.#counters },
      transferList: [port2],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
  }

  /** As `readZone`. */
  read(zone: ZoneFile, listener: ReadingListener): string | undefined {
    this.#order({ tag: 'read', zone });
    for (;;) {
      const message = this.#take();
      if (message.tag === 'report') listener.report(message.problem);
      if (message.tag === 'advance') listener.advance(message.bytes);
      if (message.tag === 'read') return message.zoneName;
    }
  }

  *nodes(apex: string, { strict = false, onProblem }: CheckOptions): Generator<Node> {
    let hasEnded = false;
    this.#order({ tag: 'nodes', apex, strict });
    const take = (): Message => {
      hasEnded = true; // If it throws.
      const message = this.#take();
      hasEnded = message.tag === 'end';
      return message;
    };
    try {
      for (let message = take(); message.tag !== 'end'; message = take()) {
        if (message.tag === 'report') onProblem?.(message.problem as Problem);
        if (message.tag !== 'nodes') continue;
        for (const node of message.text.split('\0')) {
          const nameEnd = node.indexOf('\t');
          yield { name: node.slice(0, nameEnd), row: node.slice(nameEnd + 1) };
        }
      }
    } finally {
      while (!hasEnded) take(); // Nobody wants the rest.
    }
  }

  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }

  #order(order: Order): void {
    this.#port.postMessage(order);
    Atomics.add(this.#counters, ORDERS, 1);
    Atomics.notify(this.#counters, ORDERS);
  }

  #take(): Message {
    for (;;) {
      const sent = Atomics.load(this.#counters, SENT);
      const received = receiveMessageOnPort(this.#port) as { message: Message } | undefined;
      if (received === undefined) {
        Atomics.wait(this.#counters, SENT, sent);
        continue;
      }
      Atomics.add(this.#counters, TAKEN, 1);
      Atomics.notify(this.#counters, TAKEN);
      const { message } = received;
      if (message.tag === 'failed')
        throw message.code === undefined
          ? message.error
          : Object.assign(message.error, { code: message.code });
      return message;
    }
  }
}

function runThread({ port, counters }: { readonly port: MessagePort; readonly counters: Int32Array }): void {
  let draft = new Draft();
  const send = (message: Message): void => {
    for (
      let taken = Atomics.load(counters, TAKEN);
      Atomics.load(counters, SENT) - taken >= MAX_WAITING;
      taken = Atomics.load(counters, TAKEN)
    )
      Atomics.wait(counters, TAKEN, taken);
    port.postMessage(message);
    Atomics.add(counters, SENT, 1);
    Atomics.notify(counters, SENT);
  };
  const report = (problem: ShownProblem): void => send({ tag: 'report', problem });
  const obey = (order: Order): void => {
    if (order.tag === 'nodes') {
      sendNodes(draft.nodes(order.apex, { strict: order.strict, onProblem: report }), send);
      return;
    }
    draft.close();
    draft = new Draft();
    send({
      tag: 'read',
      zoneName: readZone(order.zone, draft, { report, advance: (bytes) => send({ tag: 'advance', bytes }) }),
    });
  };
  for (;;) {
    const orders = Atomics.load(counters, ORDERS);
    const received = receiveMessageOnPort(port) as { message: Order } | undefined;
    if (received === undefined) {
      Atomics.wait(counters, ORDERS, orders);
      continue;
    }
    try {
      obey(received.message);
    } catch (error) {
      send({ tag: 'failed', error: error as Error, code: (error as { code?: unknown }).code });
    }
  }
}

function sendNodes(nodes: Iterable<Node>, send: (message: Message) => void): void {
  let parts: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (parts.length > 0) send({ tag: 'nodes', text: parts.join('\0') });
    parts = [];
    length = 0;
  };
  try {
    for (const { name, row } of nodes) {
      parts.push(`${name}\t${row}`);
      length += name.length + row.length;
      if (length >= NODES_LENGTH) flush();
    }
  } finally {
    flush();
  }
  send({ tag: 'end' });
}

if (!isMainThread) runThread(workerData);
