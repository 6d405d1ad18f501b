import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Alarm, openAlarm } from '../../src/wire/alarm.js';
import { readLines } from '../../src/wire/stdio.js';

const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-alarm-'));
let pipes = 0;

/** A named pipe, both its ends open: what is written comes in a reader's time, not in that of another process. */
function openPipe(t: ExecutionContext<unknown>) {
  const path = join(directory, `${pipes++}`);
  execFileSync('mkfifo', [path]);
  // fifo(7): to open the reading end without waiting for a writer it must be non-blocking at first.
  const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  const reader = openSync(path, 'r');
  closeSync(opener);
  let isOpen = true;
  const end = () => {
    if (isOpen) closeSync(writer);
    isOpen = false;
  };
  t.teardown(() => {
    end();
    closeSync(reader);
  });
  return { reader, writer, end, write: (text: string) => writeSync(writer, text) };
}

function openAlarmFor(t: ExecutionContext<unknown>, fd: number, afterMs: number): Alarm {
  const alarm = openAlarm(fd, afterMs);
  t.teardown(() => alarm.close());
  return alarm;
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Sets it; the first time its thread has to start. */
function setAtLast(alarm: Alarm): void {
  const patience = performance.now() + 5000;
  while (!alarm.set()) {
    if (performance.now() > patience) throw new Error('the alarm can not be set');
    pause(1);
  }
}

test('a reader that waits is woken once for each time that the alarm is set', (t) => {
  const { reader, write, end } = openPipe(t);
  const alarm = openAlarmFor(t, reader, 20);
  const seen: string[] = [];
  const onLine = (line: string) => {
    seen.push(line);
    setAtLast(alarm);
    return true;
  };
  const onAlarm = () => {
    seen.push('(alarm)');
    if (seen.length < 4) write('again\n');
    else end();
  };
  write('once\n');
  readLines(reader, onLine, { alarm, onAlarm });
  t.deepEqual(seen, ['once', '(alarm)', 'again', '(alarm)']);
});

test('an alarm that is set twice before it rings rings once', (t) => {
  const { reader, write } = openPipe(t);
  const alarm = openAlarmFor(t, reader, 50);
  let alarms = 0;
  const onLine = (line: string) => {
    if (line === 'last') return false;
    setAtLast(alarm);
    return alarm.set();
  };
  const onAlarm = () => {
    alarms += 1;
    pause(500);
    write('last\n');
  };
  write('first\n');
  readLines(reader, onLine, { alarm, onAlarm });
  t.is(alarms, 1);
});

/** The lines that are read when the alarm rings after `before`. */
const ringsAmid = test.macro((t, before: string, after: string, ...expected: string[]) => {
  const { reader, write, end } = openPipe(t);
  const alarm = openAlarmFor(t, reader, 20);
  const lines: string[] = [];
  const onAlarm = () => {
    write(after);
    end();
  };
  write(before);
  setAtLast(alarm);
  readLines(reader, (line) => lines.push(line) > 0, { alarm, onAlarm });
  t.deepEqual(lines, expected);
});
test('an alarm between two lines is no line', ringsAmid, 'a\n', 'b\n', 'a', 'b');
test('an alarm before the first line is no line', ringsAmid, '', 'a\n', 'a');
test(
  'an alarm between two halves of a line leaves it whole',
  ringsAmid,
  'a\nha',
  'lf\nb\n',
  'a',
  'half',
  'b',
);
test('a byte like that of the alarm is part of its line', ringsAmid, 'a\n', 'b\0\0c\n', 'a', 'b\0\0c');

test('a full pipe loses nothing, and the alarm rings when there is room', (t) => {
  const { reader, write, end } = openPipe(t);
  const alarm = openAlarmFor(t, reader, 20);
  const line = 'x'.repeat(15);
  write(`${line}\n`.repeat(4096)); // A pipe holds 65,536 bytes (pipe(7)).
  setAtLast(alarm);
  pause(200);
  const lines: string[] = [];
  readLines(reader, (each) => lines.push(each) > 0, { alarm, onAlarm: end });
  t.deepEqual(lines, Array(4096).fill(line));
});

test('alarms that come thick, between any two bytes, change no line', (t) => {
  // Writes numbered lines in pieces of 1 to 40 bytes, and pauses now and then.
  const source = `
    const { writeSync } = require('node:fs');
    const pause = new Int32Array(new SharedArrayBuffer(4));
    let text = '';
    for (let line = 1; line <= 20000; line++) text += 'Q\\t' + line + '.example.com\\tIN\\tANY\\n';
    for (let at = 0; at < text.length; ) {
      const size = 1 + Math.floor(Math.random() * 40);
      writeSync(1, text.slice(at, at + size));
      at += size;
      if (Math.random() < 0.02) Atomics.wait(pause, 0, 0, 1);
    }
  `;
  const { reader, writer, end } = openPipe(t);
  const alarm = openAlarmFor(t, reader, 0.5);
  setAtLast(alarm);
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', writer, 'inherit'] });
  t.teardown(() => child.kill());
  end();
  let count = 0;
  let alarms = 0;
  const onLine = (line: string) => {
    count += 1;
    alarm.set();
    if (line !== `Q\t${count}.example.com\tIN\tANY`) throw new Error(`line ${count} is "${line}"`);
    return true;
  };
  readLines(reader, onLine, {
    alarm,
    onAlarm: () => {
      alarms += 1;
      alarm.set();
    },
  });
  t.is(count, 20_000);
  t.true(alarms > 100, `${alarms} alarms`);
});

test('the end is seen at once, while the alarm rings and rings', (t) => {
  const { reader, write, end } = openPipe(t);
  const alarm = openAlarmFor(t, reader, 1);
  let endedAt = 0;
  let alarms = 0;
  const onAlarm = () => {
    alarms += 1;
    alarm.set();
    if (alarms < 100) return;
    end();
    endedAt = performance.now();
  };
  write('a\n');
  setAtLast(alarm);
  readLines(reader, () => true, { alarm, onAlarm });
  t.true(performance.now() - endedAt < 500);
});

test('an alarm can not be set for what is no pipe', (t) => {
  const fd = openSync('/dev/null', 'r');
  for (const each of [fd, 12_345]) {
    const alarm = openAlarmFor(t, each, 1);
    t.false(alarm.set());
    pause(500);
    t.false(alarm.set());
  }
  closeSync(fd);
});
