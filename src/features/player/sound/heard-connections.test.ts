import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { AudioPool } from './audio-pool.ts';
import { HeardConnections } from './heard-connections.ts';
import { FakeMediaElement } from './testing/fake-media-element.ts';

test('a connection that is dropped is looked at no more: a page may stay open for days', () => {
  const clock = new ManualClock();
  const pool = new AudioPool(() => new FakeMediaElement());
  const connections = new HeardConnections({
    around: {
      clock,
      pool,
      streamUrl: () => '',
      isOnline: () => true,
      random: () => 0.5,
      fetchJson: async () => ({ status: 404, reply: null }),
      log() {},
    },
    asked: () => ({ volume: 1, muted: false, streamId: 'dance' }),
    report() {},
    hear() {},
    catchUp: () => false,
  });
  const connection = connections.add(pool.acquire());
  connections.locate(connection, null);
  expect(clock.untilNextMs).not.toBeNull();
  connections.drop(connection);
  expect([connections.current, clock.untilNextMs]).toEqual([null, null]);
});
