/** Does the reader make of every file what BIND's named-compilezone makes of it? */

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how $GENERATE writes it

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { compileReading, compileZone, namedVersion, readFile } from './named.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/zonefiles', import.meta.url));

/** Without named-compilezone nothing is compared; where CI is set it must be there. */
const compare = namedVersion() === undefined && process.env.CI === undefined ? test.skip : test;

for (const file of readdirSync(FIXTURES).filter((name) => name.endsWith('.zone'))) {
  compare(`named-compilezone reads ${file} as we do`, async (t) => {
    const expected = await compileZone({ file }, FIXTURES);
    t.notRegex(expected, /^refused/);
    t.is(await compileReading(readFile(file, FIXTURES), FIXTURES), expected);
  });
}

const TOP = '$TTL 300\n@ SOA n.test. h.test. 1 2 3 4 5\n@ NS n.test.\n';

const BROKEN: Readonly<Record<string, string>> = {
  'an unclosed quote': 'a TXT "x\n',
  'an unclosed parenthesis': 'a TXT ( "x"\n',
  'a parenthesis that closes nothing': 'a TXT "x" )\n',
  'a content in quotes that is no string': 'a A "192.0.2.1"\n',
  'a type in quotes': 'a "A" 192.0.2.1\n',
  'a class twice': 'a IN IN A 192.0.2.1\n',
  'a TTL twice': 'a 3 3 A 192.0.2.1\n',
  'another class': 'a CH A 192.0.2.1\n',
  'a TTL of more than 32 bits': 'a 4294967296 A 192.0.2.1\n',
  'a TTL with a number behind its units': 'a 1h30 A 192.0.2.1\n',
  'a service parameter whose value is behind a blank': 'a HTTPS 1 . alpn= "h2"\n',
  'a TTL with a number behind units that are not 0': 'a 0h1m5 A 192.0.2.1\n',
  'a type that is none': 'a AAA 192.0.2.1\n',
  'a type for questions': 'a TYPE255 \\# 0\n',
  'an owner alone': 'a\n',
  'a backslash at the end of a line': 'a\\\n A 192.0.2.1\n',
  'an empty label': 'a..b A 192.0.2.1\n',
  'a label of 64 bytes': `${'l'.repeat(64)} A 192.0.2.1\n`,
  'a string of 256 bytes': `a TXT "${'l'.repeat(256)}"\n`,
  'an MX without a target': 'a MX 0\n',
  'an unknown directive': '$FOO bar\n',
  'a directive behind a blank': ' $TTL 300\n',
  'a directive with a word too many': '$TTL 300 x\n',
  'a missing file': '$INCLUDE nowhere\n',
  'a range that goes down': '$GENERATE 3-2 a$ A 192.0.2.$\n',
  'a modifier that is none': '$GENERATE 1-2 a${0,} A 192.0.2.$\n',
  'a width above 127': '$GENERATE 1-2 a TXT ${0,128}\n',
  'two words of content in $GENERATE that are one too few': '$GENERATE 1-2 a$ MX 10\n',
};

compare('named-compilezone refuses what we refuse', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-'));
  t.teardown(() => rmSync(directory, { recursive: true }));
  for (const [what, text] of Object.entries(BROKEN)) {
    writeFileSync(
      join(directory, 'zone'),
      `$TTL 300\n@ SOA n.test. h.test. 1 2 3 4 5\n@ NS n.test.\n${text}`,
      'latin1',
    );
    t.regex(await compileZone({ file: 'zone' }, directory), /^refused/, what);
    t.not(readFile('zone', directory).errors.length, 0, what);
  }
});

/** Where we mean to differ. */
const WE_READ: Readonly<Record<string, string>> = {
  'a byte order mark': `\xef\xbb\xbf${TOP}`,
  'an age from an old dump': `${TOP}h [AGE:3636591] 600 A 192.0.2.9\n`,
  'several words of content in $GENERATE, as PowerDNS reads them': `${TOP}$GENERATE 1-2 a$ MX 10 b$\n`,
  'parentheses in $GENERATE': `${TOP}$GENERATE 1-2 a$ A (\n192.0.2.$ )\n`,
  'a URI without quotes': `${TOP}a URI 1 2 http://host/\n`,
  'a NAPTR whose expression names a group that it has not': `${TOP}a NAPTR 1 2 "u" "" "!x!\\\\1!" .\n`,
  'addresses that PowerDNS is to fill in': `${TOP}a HTTPS 1 . ipv4hint=auto\n`,
  'types of PowerDNS': `${TOP}a ALIAS b\n`,
  'a directive in a last line without newline': `${TOP}$GENERATE 1-2 a$ A 192.0.2.$`,
};
const WE_REFUSE: Readonly<Record<string, string>> = {
  'typographic quotes, which named takes for text': `${TOP}a CAA 0 issue \xe2\x80\x9cx\xe2\x80\x9d\n`,
  'a LOC larger than PowerDNS can count': `${TOP}a LOC 1 N 2 E 0m 90000000m\n`,
  'an EUI48 of more than six bytes, the rest of which named drops': `${TOP}a EUI48 00-00-00-5e-00-53-2a\n`,
  'class 0, which named takes for none': `${TOP}a CLASS0 A 192.0.2.1\n`,
  'types that PowerDNS has no name for': `${TOP}a X25 "311061700956"\n`,
  'types that PowerDNS 4 takes for no type at all': `${TOP}a TYPE261 \\# 1 00\n`,
  'parameters of a service in alias mode': `${TOP}a HTTPS 0 b alpn=h2\n`,
  'anything behind the range of $GENERATE': `${TOP}$GENERATE 0-2/2x a$ A 192.0.2.$\n`,
  'a record of a megabyte': `${TOP}a TXT x ;${'x'.repeat(1024 * 1024)}\n`,
};

compare('named-compilezone and we differ where we mean to', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'pdns-pipe-'));
  t.teardown(() => rmSync(directory, { recursive: true }));
  for (const [reader, texts] of Object.entries({ WE_READ, WE_REFUSE })) {
    for (const [what, text] of Object.entries(texts)) {
      writeFileSync(join(directory, 'zone'), text, 'latin1');
      const byNamed = (await compileZone({ file: 'zone' }, directory)).startsWith('refused');
      const byUs = readFile('zone', directory).errors.length > 0;
      t.deepEqual({ byNamed, byUs }, { byNamed: reader === 'WE_READ', byUs: reader === 'WE_REFUSE' }, what);
    }
  }
});
