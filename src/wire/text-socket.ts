/** How does text pass a socket without a stream's work for each piece? Read into one buffer, written at once. */

import { writeSync } from 'node:fs';
import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';

/** Each read is turned into text before the next one begins, so that one buffer does for all sockets (64 KiB is Node's own size). */
const shared = Buffer.allocUnsafe(64 * 1024);

/** A socket that hands over text, one character a byte, instead of being a stream of buffers: about 3 us less a read. */
export class TextSocket extends Socket {
  onText: (text: string) => void = () => {};

  constructor(options: SocketConstructorOpts = {}) {
    const self: { socket?: TextSocket } = {};
    const callback = (length: number) => {
      self.socket!.onText(shared.toString('latin1', 0, length));
      return true;
    };
    const reading: { onread: OnReadOpts } = { onread: { buffer: shared, callback } };
    super({ ...options, ...reading });
    self.socket = this;
  }

  /** As `write` of latin1 text, but what the system takes at once is no stream's work: about 4 us less a write. */
  writeText(text: string): boolean {
    const written = this.writable && !this.connecting && this.writableLength === 0 ? writeNow(this, text) : 0;
    return written === text.length || this.write(text.slice(written), 'latin1');
  }
}

/** How many characters of `text` have gone out without waiting. What goes wrong is left to the stream to find out. */
function writeNow(socket: Socket, text: string): number {
  const fd = (socket as unknown as { _handle?: { fd?: number } | null })._handle?.fd ?? -1;
  if (fd < 0) return 0;
  try {
    return writeSync(fd, text, null, 'latin1');
  } catch {
    return 0;
  }
}

/**
 * The same connection as a TextSocket. `socket` has been accepted with `pauseOnConnect` and is not to be used any more.
 *
 * Node has no public way to say how an accepted socket is read, so this takes its handle, which net.Socket itself passes
 * on in this way; without a handle there it is left as it is.
 */
export function asTextSocket(socket: Socket): Socket {
  const owner = socket as unknown as { _handle?: { reading: boolean } | null };
  const handle = owner._handle;
  if (!handle) return socket;
  owner._handle = null;
  return new TextSocket({ handle, allowHalfOpen: true } as SocketConstructorOpts).resume() as TextSocket;
}
