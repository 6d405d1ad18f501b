/** Is a name written the shorter way only where that means the same? */

import test from 'ava';
import { parseContent } from '../../src/dns/content.js';
import { parseName } from '../../src/dns/names.js';
import { relativeContent, relativeName } from '../../src/dns/relative-names.js';
import { tokenize } from '../../src/dns/tokenize.js';
import { contentExamples } from './content-examples.js';

const becomes = test.macro({
  exec: (t, name: string, origin: string, expected: string) => {
    t.is(relativeName(name, origin), expected);
    t.is(parseName(expected, origin), parseName(name));
  },
  title: (_, name, origin, expected) => `${name} is ${expected} under ${origin}`,
});

test(becomes, 'www.example.com.', 'example.com', 'www');
test(becomes, 'a.b.example.com.', 'example.com', 'a.b');
test(becomes, 'example.com.', 'example.com', '@');
test(becomes, 'example.net.', 'example.com', 'example.net.');
test(becomes, 'bexample.com.', 'example.com', 'bexample.com.');
test(becomes, 'com.', 'example.com', 'com.');
test(becomes, '.', 'example.com', '.');
test(becomes, 'www.Example.com.', 'example.com', 'www.Example.com.');
test(becomes, 'www.Example.com.', 'Example.com', 'www');
test(becomes, '.', '.', '.');
test(becomes, 'a.b.', '.', 'a.b');
test(becomes, 'a\\..', '.', 'a\\.');
test(becomes, '\\@.example.com.', 'example.com', '\\@');
test(becomes, 'a\\.example.com.', 'example.com', 'a\\.example.com.');
test(becomes, 'a\\\\.example.com.', 'example.com', 'a\\\\');
test(becomes, 'a\\\\\\.example.com.', 'example.com', 'a\\\\\\.example.com.');
test(becomes, 'a.b\\;c.test.', 'b;c.test', 'a');
test(becomes, 'example.com.example.com.', 'example.com', 'example.com.example.com.');
test(becomes, 'www.Example.com.example.com.', 'example.com', 'www.Example.com.example.com.');

const shortens = test.macro({
  exec: (t, content: string, expected: string) => t.is(relativeContent(content, 'example.com'), expected),
  title: (_, content, expected) => `${content} is written as ${expected}`,
});

test(shortens, '192.0.2.1', '192.0.2.1');
test(shortens, '10 mail.example.com.', '10 mail');
test(shortens, '0 .', '0 .');
test(shortens, 'ns1.example.com. a.b.example.com. 1 2 3 4 5', 'ns1 a.b 1 2 3 4 5');
test(
  shortens,
  '"www.example.com." "see www.example.com. now"',
  '"www.example.com." "see www.example.com. now"',
);
test(shortens, '1 2 "u" "\\" x.example.com. " "" x.example.com.', '1 2 "u" "\\" x.example.com. " "" x');
test(shortens, 'q\\"q.example.com. b.example.com.', 'q\\"q b');
test(shortens, '1 svc.example.com. alpn="h2" port=53', '1 svc alpn="h2" port=53');
test(shortens, '10 3 2 gw.example.com. AQ==', '10 3 2 gw AQ==');

for (const { type, normal } of contentExamples) {
  test(`${type} ${normal} is the same when it is read again`, (t) => {
    for (const origin of ['example.com', 'com', '.', 'example.net', 'mail.example.com']) {
      const written = relativeContent(normal, origin);
      t.is(parseContent(type, tokenize(written), origin), normal);
      t.true(written.length <= normal.length);
    }
  });
}
