/** What was said? Each line is appended to a file as it passes, in the form of fixtures/dialogues. */

import { fstatSync, openSync, writeSync } from 'node:fs';
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
  /** Whose lines the last ones were, and where they ended: other processes may write to the same file. */
  #connection: number | undefined;
  #end = -1;
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
    /** Written together with the beginning of its answer, so that nothing comes between them. */
    let asked = '';
    const said = (text: string) => {
      this.#append(connection, `${asked}${marked('<', text)}`);
      asked = '';
      return text;
    };
    return {
      answer: (line, isWhole) => {
        asked += marked('>', `${line}\n`);
        const reply = responder.answer(line, isWhole);
        if (typeof reply === 'string') return said(reply);
        return reply instanceof Promise ? reply.then(said) : eachSaid(reply, said);
      },
      close: () => {
        if (asked !== '') this.#append(connection, asked);
        responder.close?.();
      },
    };
  }

  /** A disk that is full is no reason to lose an answer. */
  #append(connection: number, lines: string): void {
    const gap = this.#isFailing ? '\n# lines are missing here\n' : '';
    try {
      const { size } = fstatSync(this.#fd);
      const goesOn = !this.#isFailing && this.#connection === connection && this.#end === size;
      const text = `${gap}${goesOn ? '' : `# connection ${connection}\n`}${lines}`;
      if (writeSync(this.#fd, text, null, 'latin1') < text.length) throw new Error('there is no space left');
      this.#isFailing = false;
      this.#connection = connection;
      this.#end = size + text.length;
    } catch (error) {
      if (!this.#isFailing)
        this.log.note('warn', 'not-recorded', { path: this.path, reason: (error as Error).message });
      this.#isFailing = true;
    }
  }
}

function marked(sign: '>' | '<', lines: string): string {
  return lines.replace(/^(?=.)/gm, `${sign} `);
}

async function* eachSaid(
  pieces: Exclude<ReplyText, string | Promise<string>>,
  said: (text: string) => string,
): AsyncGenerator<string> {
  for await (const piece of pieces) yield said(piece);
}
