import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/manual-clock.ts';
import { type Ticked, Ticker } from './ticker.ts';

function ticked(fails: () => boolean) {
  const mount = {
    produced: 0,
    produceUntil(_dueFrame?: number) {
      if (fails()) throw new Error('broken');
      mount.produced += 1;
    },
    serve() {},
    hasListenersAt: () => false,
    hasListeners: (): boolean => false,
  } satisfies Ticked & { produced: number };
  return mount;
}

test('a stream that fails stops neither the others nor itself for good', () => {
  const clock = new ManualClock();
  let isBroken = true;
  const errors: unknown[] = [];
  const mounts = [ticked(() => isBroken), ticked(() => false)];
  using _ticker = new Ticker({
    clock,
    frameClock: { dueFrame: () => 0 },
    mounts: () => mounts,
    onError: (error) => errors.push(error),
  });
  clock.advance(10_000);
  expect(errors.length).toBeGreaterThan(5);
  expect(mounts[0]?.produced).toBe(0);
  isBroken = false;
  clock.advance(10_000);
  expect(mounts[0]?.produced).toBeGreaterThan(5);
  expect(mounts[1]?.produced).toBe((mounts[0]?.produced ?? 0) * 2);
});

test('while nobody listens it wakes once a second, and a listener who comes finds the sound of now', () => {
  const clock = new ManualClock();
  const mount = { ...ticked(() => false), head: 0, isHeard: false };
  mount.produceUntil = (dueFrame?: number) => {
    if (dueFrame !== undefined) mount.head = dueFrame;
  };
  mount.hasListeners = () => mount.isHeard;
  let woken = 0;
  using ticker = new Ticker({
    clock,
    frameClock: {
      dueFrame: () => {
        woken += 1;
        return clock.monotonicMs();
      },
    },
    mounts: () => [mount],
    onError: (error) => {
      throw error;
    },
  });
  clock.advance(10_000);
  expect(woken).toBe(10);
  clock.advance(900);
  const before = woken;
  ticker.wake();
  const joinedMs = clock.monotonicMs();
  expect(mount.head).toBe(joinedMs);
  mount.isHeard = true;
  clock.advance(1_000);
  expect(clock.monotonicMs() - mount.head).toBeLessThanOrEqual(250);
  expect(woken).toBe(before + 1 + 4);
  ticker.wake();
  expect(woken).toBe(before + 5);
});
