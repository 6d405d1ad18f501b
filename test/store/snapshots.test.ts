import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type BetterSqlite3 from 'better-sqlite3';
import { Snapshots } from '../../src/store/snapshots.js';
import { StoreError } from '../../src/store/store-error.js';
import { openWriter } from '../../src/store/writer.js';
import { records, soa } from './example-zone.js';
import { temporaryFolder } from './temporary-folder.js';

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;

/** A database, questions to it, and whether a snapshot keeps its write-ahead log from being folded in. */
function prepare(t: ExecutionContext<unknown>, maxStalenessMs: number, setAlarm = () => true) {
  const path = join(temporaryFolder(t), 'records.db');
  const writer = openWriter(path);
  writer.replaceZone('example.com', records(`example.com 60 SOA ${soa}`));
  const snapshots = new Snapshots(path, { maxStalenessMs, busyTimeoutMs: 0, setAlarm });
  const other = new Sqlite(path, { timeout: 0 });
  t.teardown(() => {
    snapshots.close();
    other.close();
    writer.close();
  });
  const ask = (): string | undefined => snapshots.use((connection) => connection.node(1, 'com example'));
  const burst = (questions: number): void => {
    for (let at = 0; at < questions; at += 1) ask();
  };
  const isHeld = (): boolean => {
    writer.replaceZone('example.com', records(`example.com 60 SOA ${soa}`));
    const [{ busy }] = other.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    return busy === 1;
  };
  return { path, snapshots, ask, burst, isHeld };
}

test('under load, questions share a snapshot', (t) => {
  const { burst, isHeld } = prepare(t, 60_000);
  // A pause of this process would end the load: three tries.
  const tries = [1, 2, 3].some(() => {
    burst(1000);
    return isHeld();
  });
  t.true(tries);
});

test('what PowerDNS asks for one client leaves no snapshot behind', (t) => {
  const { burst, isHeld } = prepare(t, 60_000);
  for (const questions of [1, 4, 22, 22]) {
    burst(questions);
    t.false(isHeld());
  }
});

test('a question on its own leaves no snapshot behind, even after load', async (t) => {
  const { ask, burst, isHeld } = prepare(t, 60_000);
  burst(1000);
  for (let at = 0; at < 5; at += 1) {
    await sleep(250);
    ask();
    t.false(isHeld());
  }
});

test('without an alarm no snapshot is kept', (t) => {
  const { burst, isHeld } = prepare(t, 60_000, () => false);
  burst(1000);
  t.false(isHeld());
});

test('an alarm is set only when a snapshot is kept', (t) => {
  let alarms = 0;
  const { burst } = prepare(t, 60_000, () => {
    alarms += 1;
    return true;
  });
  burst(22);
  t.is(alarms, 0);
  burst(1000);
  t.true(alarms > 0);
});

test('at rest no snapshot is kept, and the next question is answered', (t) => {
  const { snapshots, ask, burst, isHeld } = prepare(t, 60_000);
  snapshots.rest();
  burst(1000);
  snapshots.rest();
  t.false(isHeld());
  t.is(ask(), `1 SOA 60 ${soa}`);
  burst(1000);
  snapshots.rest();
  t.false(isHeld());
});

test('after a failure the file is tried again 100 ms later, however stale answers may be', async (t) => {
  const path = join(temporaryFolder(t), 'records.db');
  const snapshots = new Snapshots(path, { maxStalenessMs: 60_000, busyTimeoutMs: 0, setAlarm: () => false });
  t.teardown(() => snapshots.close());
  const ask = () => snapshots.use((connection) => connection.node(1, 'com example'));
  t.throws(ask, { code: 'NO_DATABASE' });
  const writer = openWriter(path);
  writer.replaceZone('example.com', records(`example.com 60 SOA ${soa}`));
  writer.close();
  await sleep(150);
  t.is(ask(), `1 SOA 60 ${soa}`);
});

test('with a max-staleness of 0 no snapshot is ever kept', (t) => {
  const { burst, isHeld } = prepare(t, 0);
  burst(1000);
  t.false(isHeld());
});

test('an error in an answer closes the connection, and the next question is answered', (t) => {
  const { snapshots, ask, burst, isHeld } = prepare(t, 60_000);
  burst(1000);
  const reason = new StoreError('CORRUPT', 'a bad row');
  t.throws(
    () =>
      snapshots.use(() => {
        throw reason;
      }),
    { is: reason },
  );
  t.false(isHeld());
  t.is(ask(), `1 SOA 60 ${soa}`);
});

test('a shared snapshot is known as long as it is fresh, and never by the same object again', async (t) => {
  const { snapshots, ask, burst } = prepare(t, 150);
  t.is(snapshots.shared, undefined, 'nothing has been asked');
  ask();
  t.is(snapshots.shared, undefined, 'no load');
  burst(1000);
  const first = snapshots.shared;
  t.truthy(first);
  ask();
  t.is(snapshots.shared, first);
  await sleep(200);
  t.is(snapshots.shared, undefined, 'too old, whether the next question has come or not');
  burst(1000);
  t.truthy(snapshots.shared);
  t.not(snapshots.shared, first);
  snapshots.rest();
  t.is(snapshots.shared, undefined);
  burst(1000);
  snapshots.close();
  t.is(snapshots.shared, undefined);
});
