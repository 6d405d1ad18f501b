/** How far is it? A bar on a terminal, nothing elsewhere. */

import cliProgress from 'cli-progress';
import { print } from './standard-output.js';

export interface Progress {
  advance(bytes: number): void;
  /** One line of result on stdout, above the bar. */
  note(line: string, style?: (text: string) => string): void;
  /** One line about something wrong on stderr, above the bar. */
  complain(line: string): void;
  stop(): void;
}

/** A bar for `totalBytes` on stderr if that is a terminal. It draws synchronously: the work leaves no turn to a timer. */
export function openProgress(totalBytes: number): Progress {
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage}% | {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    // Both would outlive an interrupt.
    hideCursor: false,
    linewrap: true,
    synchronousUpdate: true,
    noTTYOutput: false,
  });
  const isShown = process.stderr.isTTY === true && totalBytes > 1_000_000;
  if (isShown) bar.start(totalBytes, 0);
  const clear = () => {
    if (isShown) process.stderr.write('\r\x1b[K');
  };
  return {
    advance: (bytes) => {
      if (isShown) bar.increment(bytes);
    },
    note: (line, style = (text) => text) => {
      clear();
      print(`${style(printable(line))}\n`);
    },
    complain: (line) => {
      clear();
      process.stderr.write(`${printable(line)}\n`);
    },
    stop: () => {
      if (isShown) bar.stop();
    },
  };
}

function printable(line: string): string {
  return line.replace(/[\0-\x1f\x7f-\x9f]/g, '?');
}
