/** How do DNS messages travel over TCP? Each after its length in two bytes (RFC 1035, section 4.2.2). */

import { connect } from 'node:net';

export type TcpErrorCode = 'UNREACHABLE' | 'TIMEOUT' | 'CLOSED';

/** The other side can't be reached, says nothing or hung up. The message names it. */
export class TcpError extends Error {
  override readonly name = 'TcpError';
  constructor(
    readonly code: TcpErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Whom to ask. */
export interface TcpServer {
  readonly host: string;
  readonly port: number;
  /** How long nothing may come. */
  readonly timeoutMs: number;
}

/**
 * Sends one message and hands out what comes back, until the caller wants no more. Throws TcpError, CLOSED if the other
 * side hangs up before.
 */
export async function* exchangeOverTcp(server: TcpServer, message: Buffer): AsyncGenerator<Buffer> {
  const { host, port, timeoutMs } = server;
  const name = `${host} port ${port}`;
  const socket = connect({ host, port, timeout: timeoutMs });
  socket.once('timeout', () => {
    const waited = `nothing came from ${name} for ${timeoutMs / 1000} s`;
    socket.destroy(new TcpError('TIMEOUT', `${waited}: is it a name server, and not behind a firewall?`));
  });
  socket.write(withLength(message));
  let received: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      for (let end = endOfMessage(received); end <= received.length; end = endOfMessage(received)) {
        yield received.subarray(2, end);
        received = received.subarray(end);
      }
    }
  } catch (cause) {
    if (cause instanceof TcpError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ECONNRESET' || code === 'EPIPE') throw closed(name, cause);
    throw new TcpError('UNREACHABLE', `${name} can't be reached (${code}): is a name server there?`, {
      cause,
    });
  } finally {
    socket.destroy();
  }
  throw closed(name);
}

/** Where the first message ends, as far as can be told. */
function endOfMessage(received: Buffer): number {
  return received.length < 2 ? 2 : 2 + received.readUInt16BE(0);
}

function withLength(message: Buffer): Buffer {
  return Buffer.concat([Buffer.of(message.length >> 8, message.length & 0xff), message]);
}

function closed(name: string, cause?: unknown): TcpError {
  return new TcpError('CLOSED', `${name} closed the connection before its answer was whole: see its log`, {
    cause,
  });
}
