/** What was said? Each line is appended to a file as it passes, in the form of fixtures/dialogues. */

import { openSync, writeSync } from 'node:fs';
import type { ReplyText, Responder } from '../conversation/responder.js';
import type { Log } from './log.js';

/** The file can't be written. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  readonly code = 'UNWRITABLE';
}

/** The dialogues of all connections in one file, which somebody else may truncate at any time. */
export class DialogueRecord {
  readonly #fd: number;
  /** Whose lines the last ones were. */
  #connection: number | undefined;
  /** Whether the last lines could not be written. */
  #isFailing = false;

  /** Throws RecordError UNWRITABLE. */
  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {
    try {
      this.#fd = openSync(path, 'a', 0o640);
    } catch (cause) {
      const { message } = cause as Error;
      throw new RecordError(`the dialogue can't be recorded: ${message}; name a file that can be written`, {
        cause,
      });
    }
  }

  /** The same responder, and what it hears and says is written down. */
  of(responder: Responder, connection: number): Responder {
    const said = (text: string) => {
      this.#append(connection, '<', text);
      return text;
    };
    return {
      answer: (line, isWhole) => {
        this.#append(connection, '>', `${line}\n`);
        const reply = responder.answer(line, isWhole);
        if (typeof reply === 'string') return said(reply);
        return reply instanceof Promise ? reply.then(said) : eachSaid(reply, said);
      },
      close: () => responder.close?.(),
    };
  }

  /** A disk that is full is no reason to lose an answer. */
  #append(connection: number, sign: '>' | '<', lines: string): void {
    const gap = this.#isFailing ? '\n# lines are missing here\n' : '';
    const heading = this.#isFailing || this.#connection !== connection ? `# connection ${connection}\n` : '';
    const text = `${gap}${heading}${lines.replace(/^(?=.)/gm, `${sign} `)}`;
    try {
      if (writeSync(this.#fd, text, null, 'latin1') < text.length) throw new Error('there is no space left');
      this.#isFailing = false;
      this.#connection = connection;
    } catch (error) {
      if (!this.#isFailing)
        this.log.note('warn', 'not-recorded', { path: this.path, reason: (error as Error).message });
      this.#isFailing = true;
    }
  }
}

async function* eachSaid(
  pieces: Exclude<ReplyText, string | Promise<string>>,
  said: (text: string) => string,
): AsyncGenerator<string> {
  for await (const piece of pieces) yield said(piece);
}
