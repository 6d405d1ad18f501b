/** How do a peer and a session talk without a process between them? */

import type { Wire } from '../wire/wire.js';
import type { Session } from './session.js';

/** A wire whose other end is a session: each line sent is answered at once. */
export function connectInMemory(session: Session): Wire {
  let unfinished = '';
  let closed = false;
  const lines: string[] = [];
  return {
    send(text) {
      const sent = (unfinished + text).split('\n');
      unfinished = sent.pop()!;
      for (const line of sent) {
        const answer = session.answer(line);
        for (const piece of typeof answer === 'string' ? [answer] : answer)
          for (const reply of piece.split('\n').slice(0, -1)) lines.push(reply);
      }
    },
    async receive() {
      if (lines.length === 0 && !closed) throw new Error('nothing was sent that is still to be answered');
      return lines.shift();
    },
    async close() {
      closed = true;
    },
  };
}
