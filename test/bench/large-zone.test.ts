import test from 'ava';
import { largeZone } from '../../src/bench/large-zone.js';
import { seededRandom } from '../../src/bench/random.js';
import { readZoneFile, type ZoneRecord } from '../../src/zonefile/reader.js';

const textOf = (records: number, seed = 1) => [...largeZone(records, seededRandom(seed))].join('');

function read(text: string): ZoneRecord[] {
  const fail = (problem: unknown): never => {
    throw problem;
  };
  const include = () => fail(new Error('includes'));
  return [...readZoneFile([Buffer.from(text)], { file: 'large', include, onError: fail, onWarning: fail })];
}

test('the zone has as many records as it should, all of which can be read', (t) => {
  for (const records of [8, 9, 10, 500, 5000]) t.is(read(textOf(records)).length, records);
});

test('a seed gives the same zone again, another seed another', (t) => {
  t.is(textOf(500), textOf(500));
  t.not(textOf(500), textOf(500, 2));
});

test('the types are mixed', (t) => {
  const types = new Set(read(textOf(5000)).map(({ type }) => type));
  t.deepEqual([...types].sort().join(' '), 'A AAAA CAA CNAME DS MX NAPTR NS PTR SOA SRV SSHFP TLSA TXT');
});

test('the owners are in no order, and some are left blank', (t) => {
  const text = textOf(500);
  const owners = read(text).map(({ name }) => name);
  t.notDeepEqual(owners, owners.toSorted());
  t.regex(text, /\n\tAAAA/);
});
