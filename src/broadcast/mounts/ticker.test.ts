import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/manual-clock.ts';
import { type Ticked, Ticker } from './ticker.ts';

function ticked(fails: () => boolean) {
  const mount = {
    produced: 0,
    produceUntil() {
      if (fails()) throw new Error('broken');
      mount.produced += 1;
    },
    serve() {},
    hasListenersAt: () => false,
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
