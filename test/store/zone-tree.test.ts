import test from 'ava';
import { zoneNodes } from '../../src/store/zone-tree.js';

/** Owners from `key: TYPE TYPE`, nodes as `key: flag TYPE, ...`; a flag alone is an empty non-terminal. */
const makes = test.macro((t, apex: string, owners: string[], nodes: string[]) => {
  const parsed = owners.map((owner) => {
    const [name, types] = owner.split(': ');
    return { name: name!, lines: types!.replace(/\S+/g, '$& 0 x').replaceAll('x ', 'x\n') };
  });
  const made = [...zoneNodes(apex, parsed)];
  t.deepEqual(
    made.map(({ name, row }) => `${name}: ${row.replaceAll(' 0 x', '').replaceAll('\n', ', ')}`),
    nodes,
  );
});

test(
  'each name between a name and the apex exists',
  makes,
  'com example',
  ['com example: SOA', 'com example a b c: A'],
  ['com example: 1 SOA', 'com example a: 1', 'com example a b: 1', 'com example a b c: 1 A'],
);
test(
  'a name exists once, however many names are below it',
  makes,
  'com example',
  ['com example: SOA', 'com example a b: A', 'com example a c d: A', 'com example a c e: A'],
  [
    'com example: 1 SOA',
    'com example a: 1',
    'com example a b: 1 A',
    'com example a c: 1',
    'com example a c d: 1 A',
    'com example a c e: 1 A',
  ],
);
test(
  'a name that begins like another is not above it',
  makes,
  'com example',
  ['com example: SOA', 'com example a: A', 'com example ab c: A'],
  ['com example: 1 SOA', 'com example a: 1 A', 'com example ab: 1', 'com example ab c: 1 A'],
);
test(
  'a wildcard label exists like any other',
  makes,
  'com example',
  ['com example: SOA', 'com example sub * host: A'],
  ['com example: 1 SOA', 'com example sub: 1', 'com example sub *: 1', 'com example sub * host: 1 A'],
);
test(
  'the root zone has empty non-terminals too',
  makes,
  '',
  [': SOA', 'com example: A'],
  [': 1 SOA', 'com: 1', 'com example: 1 A'],
);
test(
  'at a cut only the DS is authoritative, below it nothing, not even a DS or another NS',
  makes,
  'com example',
  [
    'com example: SOA NS',
    'com example sub: TXT NS DS',
    'com example sub a ns: A',
    'com example sub b: NS DS',
    'com example sub-2: A',
  ],
  [
    'com example: 1 SOA, 1 NS',
    'com example sub: 0 TXT, 0 NS, 1 DS',
    'com example sub a: 0',
    'com example sub a ns: 0 A',
    'com example sub b: 0 NS, 0 DS',
    'com example sub-2: 1 A',
  ],
);
test(
  'what comes after a cut in order but not below it is authoritative',
  makes,
  'com example',
  ['com example: SOA', 'com example a: NS', 'com example b x: A'],
  ['com example: 1 SOA', 'com example a: 0 NS', 'com example b: 1', 'com example b x: 1 A'],
);
