import test from 'ava';
import { isMetaType, parseType, portableType, typeNumber, typeOfNumber } from '../../src/dns/record-type.js';

const reads = test.macro({
  exec: (t, text: string, type: string, number: number) => {
    t.is(parseType(text), type);
    t.is(typeNumber(type), number);
    t.is(typeOfNumber(number), type);
  },
  title: (_, text, type, number) => `${text} is ${type}, number ${number}`,
});

test(reads, 'A', 'A', 1);
test(reads, 'mX', 'MX', 15);
test(reads, 'TYPE15', 'MX', 15);
test(reads, 'type0015', 'MX', 15);
test(reads, 'TYPE65300', 'TYPE65300', 65300);
test(reads, 'TYPE10', 'TYPE10', 10);
test(reads, 'nsec3param', 'NSEC3PARAM', 51);
test(reads, 'HTTPS', 'HTTPS', 65);
test(reads, 'CAA', 'CAA', 257);
test(reads, 'WALLET', 'WALLET', 262);
test(reads, 'LUA', 'LUA', 65402);
test(reads, 'any', 'ANY', 255);

const refused = test.macro({
  exec: (t, text: string) =>
    void t.throws(() => parseType(text), {
      name: 'DnsError',
      code: 'BAD_TYPE',
      message: new RegExp(`'${text}'`),
    }),
  title: (_, text) => `'${text}' is no type`,
});

test(refused, 'AAA');
test(refused, '');
test(refused, 'TYPE0');
test(refused, 'TYPE65536');
test(refused, 'TYPE1x');
test(refused, 'TYPE');
test(refused, '15');
test(refused, 'toString');
test(refused, 'ENT');

test('OPT and types 128 to 255 are never data', (t) => {
  const some = ['A', 'OPT', 'TYPE127', 'TYPE128', 'TKEY', 'AXFR', 'ANY', 'URI'];
  t.deepEqual(some.filter(isMetaType), ['OPT', 'TYPE128', 'TKEY', 'AXFR', 'ANY']);
});

test('within a content a type is a number if PowerDNS 4 does not read its name there', (t) => {
  const some = ['A', 'LUA', 'ALIAS', 'SIG', 'A6', 'RESINFO', 'WALLET', 'TYPE65300'];
  t.deepEqual(some.map(portableType), [
    'A',
    'LUA',
    'ALIAS',
    'TYPE24',
    'TYPE38',
    'TYPE261',
    'TYPE262',
    'TYPE65300',
  ]);
});
