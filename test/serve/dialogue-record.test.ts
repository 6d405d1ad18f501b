import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { ReplyText, Responder } from '../../src/conversation/responder.js';
import { DialogueRecord } from '../../src/serve/dialogue-record.js';

const folder = mkdtempSync(join(tmpdir(), 'pdns-pipe-record-'));
test.after.always(() => rmSync(folder, { recursive: true }));

const silent = { wants: () => false, note() {} };

async function textOf(reply: ReplyText): Promise<string> {
  const settled = await reply;
  if (typeof settled === 'string') return settled;
  let text = '';
  for await (const piece of settled) text += piece;
  return text;
}

test('each line is appended as PowerDNS sees it, whatever form the reply has', async (t) => {
  const path = join(folder, 'forms.txt');
  writeFileSync(path, '# what was there\n');
  const replies: ReplyText[] = [
    'OK\tb\xe9\n',
    Promise.resolve('DATA\t1\nEND\n'),
    ['DATA\t2\nDATA\t3\n', 'END\n'],
    (async function* () {
      yield 'FAIL\n';
    })(),
  ];
  const responder = new DialogueRecord(path, silent).of({ answer: () => replies.shift()! }, 7);
  t.is(await textOf(responder.answer('HELO\t1', true)), 'OK\tb\xe9\n');
  t.is(await textOf(responder.answer('Q\ta', true)), 'DATA\t1\nEND\n');
  t.is(await textOf(responder.answer('AXFR\t1', true)), 'DATA\t2\nDATA\t3\nEND\n');
  t.is(await textOf(responder.answer('AXFR\t2', true)), 'FAIL\n');
  t.is(
    readFileSync(path, 'latin1'),
    '# what was there\n# connection 7\n> HELO\t1\n< OK\tb\xe9\n> Q\ta\n< DATA\t1\n< END\n' +
      '> AXFR\t1\n< DATA\t2\n< DATA\t3\n< END\n> AXFR\t2\n< FAIL\n',
  );
});

test('a comment says when another connection speaks', async (t) => {
  const path = join(folder, 'two.txt');
  const record = new DialogueRecord(path, silent);
  const answering: Responder = { answer: async () => 'END\n' };
  const [one, two] = [record.of(answering, 1), record.of(answering, 2)];
  const first = one.answer('Q\ta', true);
  await two.answer('Q\tb', true);
  await first;
  await two.answer('Q\tc', true);
  t.is(
    readFileSync(path, 'latin1'),
    '# connection 1\n> Q\ta\n< END\n# connection 2\n> Q\tb\n< END\n> Q\tc\n< END\n',
  );
});

test('PowerDNS going away is told, and a transfer that is left early is left', async (t) => {
  let closed = 0;
  let left = 0;
  const responder = new DialogueRecord(join(folder, 'left.txt'), silent).of(
    {
      async *answer() {
        try {
          for (;;) yield 'DATA\n';
        } finally {
          left += 1;
        }
      },
      close() {
        closed += 1;
      },
    },
    1,
  );
  for await (const piece of responder.answer('AXFR\t1', true) as AsyncIterable<string>) {
    t.is(piece, 'DATA\n');
    break;
  }
  responder.close?.();
  t.deepEqual([left, closed], [1, 1]);
});

test('a full disk is warned of once, and no answer is lost', (t) => {
  const notes: string[] = [];
  const log = { wants: () => true, note: (...note: unknown[]) => notes.push(JSON.stringify(note)) };
  const responder = new DialogueRecord('/dev/full', log).of({ answer: () => 'END\n' }, 1);
  t.is(responder.answer('Q\ta', true), 'END\n');
  t.is(responder.answer('Q\tb', true), 'END\n');
  t.deepEqual(notes, [
    '["warn","not-recorded",{"path":"/dev/full","reason":"ENOSPC: no space left on device, write"}]',
  ]);
});

test('a file that can not be opened is told at the start', (t) => {
  t.throws(() => new DialogueRecord(join(folder, 'no', 'such.txt'), silent), {
    name: 'RecordError',
    code: 'UNWRITABLE',
    message: /^the dialogue can't be recorded: ENOENT.*; name a file that can be written$/,
  });
});
