/** How are thousands of questions asked in seconds? A DNS client over UDP and TCP with many of them in flight. */

import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { type DnsQuestion, type DnsReply, decodeReply, encodeQuestion } from './dns-message.js';

/** A reply, or undefined where none came in time. */
export type Outcome = DnsReply | undefined;

/** Enough to keep both ends busy, few enough for the socket buffers and PowerDNS's queue. A guess that works. */
const inFlight = 64;
/** What PowerDNS truncates at by default (udp-truncation-threshold). */
const udpSize = 1232;

/** Asks over UDP, and again over TCP what came back truncated. The outcomes stand in the order of the questions. */
export async function askUdp(
  port: number,
  questions: readonly DnsQuestion[],
  timeoutMs = 10_000,
): Promise<Outcome[]> {
  const outcomes = await askAll(questions, timeoutMs, openUdp(port), udpSize);
  const truncated = questions.flatMap((question, index) =>
    outcomes[index]?.tc ? [{ question, index }] : [],
  );
  const whole = await askTcp(
    port,
    truncated.map(({ question }) => question),
    timeoutMs,
  );
  for (const [at, { index }] of truncated.entries()) outcomes[index] = whole[at];
  return outcomes;
}

/** Asks over TCP, on one connection as long as the server keeps it. */
export function askTcp(
  port: number,
  questions: readonly DnsQuestion[],
  timeoutMs = 10_000,
): Promise<Outcome[]> {
  return askAll(questions, timeoutMs, openTcp(port));
}

/** The records of a zone in the order they came, opening and closing SOA included. Rejects on a broken transfer. */
export async function transfer(port: number, zone: string, timeoutMs = 10_000): Promise<string[]> {
  const records: string[] = [];
  let soas = 0;
  let channel: Channel | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'no end');
    channel = openTcp(port)(
      (message) => {
        const { rcode, answer } = decodeReply(message, false);
        records.push(...answer);
        soas += answer.filter((record) => / SOA /.test(record)).length;
        if (rcode !== 'NOERROR' || soas === 2) resolve(rcode);
      },
      () => resolve('connection closed'),
    );
  });
  // 252 is AXFR (RFC 1035, section 3.2.3).
  channel!.send(encodeQuestion(1, { qname: zone, qtype: 'TYPE252' }));
  const rcode = await end;
  clearTimeout(timer);
  channel!.close();
  if (rcode !== 'NOERROR') throw new Error(`transfer of ${zone}: ${rcode} after ${records.length} records`);
  return records;
}

interface Channel {
  send(message: Buffer): void;
  close(): void;
}
type Open = (onMessage: (message: Buffer) => void, onClose: () => void) => Channel;

function openUdp(port: number): Open {
  return (onMessage) => {
    const socket = createSocket('udp4', onMessage);
    socket.on('error', () => {});
    socket.bind(0, '127.0.0.1');
    return {
      send: (message) => socket.send(message, port, '127.0.0.1'),
      close: () => socket.close(),
    };
  };
}

function openTcp(port: number): Open {
  return (onMessage, onClose) => {
    const socket = connect(port, '127.0.0.1');
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
        const end = 2 + rest.readUInt16BE(0);
        onMessage(rest.subarray(2, end));
        rest = rest.subarray(end);
      }
    });
    socket.on('error', () => {});
    socket.on('close', onClose);
    return {
      send: (message) =>
        socket.write(Buffer.concat([Buffer.of(message.length >> 8, message.length & 255), message])),
      close: () => {
        socket.off('close', onClose);
        socket.destroy();
      },
    };
  };
}

/**
 * Keeps `inFlight` questions under way. When a connection is lost, what was on it is asked once more on a new one.
 * A server that leaves many questions without an answer is taken for dead, and asked no more.
 */
function askAll(
  questions: readonly DnsQuestion[],
  timeoutMs: number,
  open: Open,
  size?: number,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = new Array(questions.length).fill(undefined);
  const waiting = new Map<number, { index: number; since: number; tries: number }>();
  let next = 0;
  let lost = 0;
  return new Promise((resolve) => {
    let channel = start();
    const clock = setInterval(() => {
      for (const [id, { since }] of waiting) {
        if (performance.now() - since <= timeoutMs) continue;
        waiting.delete(id);
        if (++lost > 2 * inFlight) next = questions.length;
      }
      refill();
    }, 50);
    refill();

    function start(): Channel {
      return open(onMessage, () => {
        channel = start();
        for (const [id, entry] of waiting) {
          if (++entry.tries > 2) waiting.delete(id);
          else send(entry.index);
        }
        refill();
      });
    }
    function send(index: number): void {
      channel.send(encodeQuestion(index & 0xffff, questions[index]!, size));
    }
    function onMessage(message: Buffer): void {
      const id = message.readUInt16BE(0);
      const entry = waiting.get(id);
      if (!entry) return;
      waiting.delete(id);
      outcomes[entry.index] = decodeReply(message);
      refill();
    }
    function refill(): void {
      while (waiting.size < inFlight && next < questions.length) {
        waiting.set(next & 0xffff, { index: next, since: performance.now(), tries: 1 });
        send(next++);
      }
      if (waiting.size > 0) return;
      clearInterval(clock);
      channel.close();
      resolve(outcomes);
    }
  });
}
