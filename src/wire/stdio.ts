/** How do lines travel over file descriptors that may block? Synchronously: one read and one write per question. */

import { readSync, writeSync } from 'node:fs';
import type { Alarm } from './alarm.js';

/** The longest line that is read, in bytes. PowerDNS's own stay below 2 KiB. */
export const MAX_LINE_BYTES = 64 * 1024;

const NEWLINE = 0x0a;

export interface ReadOptions {
  readonly maxLineBytes?: number;
  /** An alarm of the same `fd`. Its bytes are part of no line. */
  readonly alarm?: Alarm;
  /** Called when the alarm has rung. */
  readonly onAlarm?: () => void;
}

/**
 * Reads lines from `fd` until its end, and blocks meanwhile. A line is handed over without its newline, one
 * character a byte; of a longer one than `maxLineBytes` its beginning, with `isWhole` false, once its newline has
 * been seen. A last line without newline is not a line. `onLine` returns false to stop reading.
 * Throws what read(2) throws, but for EAGAIN.
 */
export function readLines(
  fd: number,
  onLine: (line: string, isWhole: boolean) => boolean,
  { maxLineBytes = MAX_LINE_BYTES, alarm, onAlarm }: ReadOptions = {},
): void {
  const buffer = Buffer.allocUnsafe(maxLineBytes + 1);
  let filled = 0;
  let tooLong: string | undefined;
  for (;;) {
    const read = readSome(fd, buffer, filled);
    if (read === 0) return;
    let end = filled + read;
    if (alarm !== undefined) {
      const rest = alarm.silence(buffer, filled, end);
      if (rest < end) onAlarm?.();
      end = rest;
    }
    let start = 0;
    let newline = buffer.indexOf(NEWLINE, filled);
    while (newline >= 0 && newline < end) {
      const line = tooLong ?? buffer.toString('latin1', start, newline);
      if (!onLine(line, tooLong === undefined)) return;
      tooLong = undefined;
      start = newline + 1;
      newline = start < end ? buffer.indexOf(NEWLINE, start) : -1;
    }
    if (start > 0) buffer.copyWithin(0, start, end);
    filled = end - start;
    if (filled > maxLineBytes) {
      tooLong ??= buffer.toString('latin1', 0, maxLineBytes);
      filled = 0;
    }
  }
}

/** Writes all of `text`, one byte a character, and blocks meanwhile. False when nobody reads any more. */
export function writeAll(fd: number, text: string): boolean {
  let rest = text;
  while (rest !== '') {
    try {
      rest = rest.slice(writeSync(fd, rest, null, 'latin1'));
    } catch (error) {
      if (codeOf(error) === 'EPIPE') return false;
      if (codeOf(error) !== 'EAGAIN') throw error;
      pause();
    }
  }
  return true;
}

/** The next bytes, put at `offset`; 0 at the end. Waits also where the descriptor is non-blocking. */
export function readSome(fd: number, buffer: Buffer, offset: number): number {
  for (;;) {
    try {
      return readSync(fd, buffer, offset, buffer.length - offset, null);
    } catch (error) {
      if (codeOf(error) === 'EOF' || codeOf(error) === 'ECONNRESET') return 0;
      if (codeOf(error) !== 'EAGAIN') throw error;
      pause();
    }
  }
}

/** Somebody made the descriptor non-blocking (a shared terminal): look again in a moment. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
