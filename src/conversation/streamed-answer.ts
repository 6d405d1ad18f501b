/** How does a long answer pass through without being held as a whole? In pieces, no faster than they are taken. */

import type { Asking, BackendLink } from './backend-link.js';

/** Pieces have about this many bytes (a guess). */
const PIECE_BYTES = 64 * 1024;

/** How the lines of an answer are said to PowerDNS. What they throw ends the link. */
export interface Translation {
  readonly ofReply: (reply: Parameters<Asking['onReply']>[0]) => string;
  readonly ofText: (...line: Parameters<Asking['onText']>) => string;
}

/** Yields the answer but for the line that ends it, which it returns. Throws LinkError, and closes the link if it is left early. */
export async function* streamAnswer(
  link: BackendLink,
  asking: Pick<Asking, 'request' | 'end' | 'timeoutMs'>,
  translation: Translation,
): AsyncGenerator<string, 'END' | 'FAIL'> {
  let text = '';
  let settled: { end: 'END' | 'FAIL' } | { error: unknown } | undefined;
  let wake = () => {};
  const add = (more: string) => {
    text += more;
    if (text.length < PIECE_BYTES) return;
    link.hold();
    wake();
  };
  const settle = (result: NonNullable<typeof settled>) => {
    settled = result;
    wake();
  };
  link
    .ask({
      ...asking,
      isStream: true,
      onReply: (reply) => add(translation.ofReply(reply)),
      onText: (...line) => add(translation.ofText(...line)),
    })
    .then(
      (end) => settle({ end }),
      (error) => settle({ error }),
    );
  try {
    for (;;) {
      if (text.length >= PIECE_BYTES) {
        const piece = text;
        text = '';
        yield piece;
        if (settled === undefined) link.release();
      } else if (settled === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if ('error' in settled) throw settled.error;
      else {
        if (text !== '') yield text;
        return settled.end;
      }
    }
  } finally {
    if (settled === undefined) link.close();
  }
}
