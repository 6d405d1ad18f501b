/** Where do notes go that no question asked for? To stderr, one structured line each. */

import { writeSync } from 'node:fs';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a note says beside its event. */
export type Fields = Readonly<Record<string, string | number>>;

export interface Log {
  /** Whether a note of this level would be seen. */
  readonly wants: (level: LogLevel) => boolean;
  /** Writes `pdns-pipe: level=... event=... key=value ...`. */
  readonly note: (level: LogLevel, event: string, fields?: Fields) => void;
}

/** A log whose threshold may change. */
export interface OpenLog extends Log {
  readonly setLevel: (level: LogLevel) => void;
}

/** A log that shows `threshold` and whatever is graver. */
export function openLog(threshold: LogLevel, fd = 2): OpenLog {
  const wants = (level: LogLevel) => logLevels.indexOf(level) <= logLevels.indexOf(threshold);
  return {
    wants,
    setLevel(level) {
      threshold = level;
    },
    note(level, event, fields = {}) {
      if (!wants(level)) return;
      const pairs = Object.entries({ level, event, ...fields }).map(
        ([key, value]) => `${key}=${quoted(value)}`,
      );
      try {
        writeSync(fd, `pdns-pipe: ${pairs.join(' ')}\n`);
      } catch {
        // Nobody reads stderr: an answer matters more than a note.
      }
    },
  };
}

function quoted(value: string | number): string {
  const text = String(value);
  return /^[\w./:-]+$/.test(text) ? text : JSON.stringify(text);
}
