import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import type { AdFreePass } from '#src/page/session/session-storage.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PassKeeper } from './pass-keeper.ts';

const answered = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A member's page whose pass lasts for this many hours more; calls fail while `isDown`. */
function page(keptHours: number | null, isDown = false) {
  const clock = new ManualClock();
  const state = {
    calls: 0,
    told: 0,
    isDown,
    pass: null as AdFreePass | null,
    expired: [] as (string | undefined)[],
  };
  const kept = keptHours === null ? null : { token: 'kept', expiresMs: clock.nowMs() + keptHours * HOUR_MS };
  const keeper = new PassKeeper({
    clock,
    kept,
    async fetchToken() {
      state.calls += 1;
      if (state.isDown) throw new Error('no answer');
      return `token-${state.calls}`;
    },
    write: (pass) => {
      state.pass = pass;
    },
    onFirstPass: () => {
      state.told += 1;
    },
  });
  clock.every(60_000, () => keeper.look());
  return { clock, state, keeper };
}

test('a member without a pass gets one at once, and another an hour before it ends', async () => {
  const { clock, state } = page(null);
  await answered();
  expect(state).toMatchObject({ calls: 1, told: 1, pass: { token: 'token-1' } });
  expect(state.pass?.expiresMs).toBe(clock.nowMs() + AD_FREE_TOKEN_MS);
  clock.advance(AD_FREE_TOKEN_MS - HOUR_MS - 1);
  expect(state.calls).toBe(1);
  clock.advance(1);
  await answered();
  expect(state).toMatchObject({ calls: 2, pass: { token: 'token-2' } });
});

test('a pass that lasts is not asked for again', async () => {
  const { clock, state } = page(5);
  await answered();
  clock.advance(3.9 * HOUR_MS);
  expect(state.calls).toBe(0);
  clock.advance(0.2 * HOUR_MS);
  await answered();
  expect(state.calls).toBe(1);
});

test('while there is no answer it is asked for again, less and less often', async () => {
  const { clock, state } = page(null, true);
  await answered();
  for (let minute = 0; minute < 60; minute += 1) {
    clock.advance(60_000);
    await answered();
  }
  expect(state.told).toBe(0);
  expect(state.calls).toBeGreaterThan(5);
  expect(state.calls).toBeLessThan(12);
  state.isDown = false;
  for (let minute = 0; minute < 30; minute += 1) {
    clock.advance(60_000);
    await answered();
  }
  expect(state.told).toBe(1);
});

test('after signing out nothing is kept and nothing asked for', async () => {
  const { clock, state, keeper } = page(null);
  keeper[Symbol.dispose]();
  await answered();
  expect(state.pass).toBeNull();
  clock.advance(10 * HOUR_MS);
  expect(state.calls).toBe(1);
});

test('after a time without a pass that counted, what plays can be opened anew; after a renewal it need not', async () => {
  const { clock, state } = page(-1);
  await answered();
  expect(state.told).toBe(1);
  clock.advance(AD_FREE_TOKEN_MS - HOUR_MS);
  await answered();
  expect(state).toMatchObject({ calls: 2, told: 1 });
});

test('a pass that ran out while the computer slept is renewed when the page wakes, or opens a stream', async () => {
  const { clock, state, keeper } = page(null);
  await answered();
  // No timer runs meanwhile.
  clock.setWallClock(clock.nowMs() + 9 * HOUR_MS);
  keeper.look();
  await answered();
  expect(state).toMatchObject({ calls: 2, told: 2, pass: { token: 'token-2' } });
  expect(state.pass?.expiresMs).toBe(clock.nowMs() + AD_FREE_TOKEN_MS);
});

test('a page that wakes by nothing else renews it within a minute', async () => {
  const { clock, state } = page(5);
  clock.setWallClock(clock.nowMs() + 9 * HOUR_MS);
  clock.advance(60_000);
  await answered();
  expect(state).toMatchObject({ calls: 1, told: 1 });
});

test('a pass that would last longer than any does is not believed: the clock was set back', async () => {
  const { state } = page(20);
  await answered();
  expect(state).toMatchObject({ calls: 1, told: 1 });
  const { clock, state: later } = page(5);
  clock.setWallClock(clock.nowMs() - 9 * HOUR_MS);
  clock.advance(60_000);
  await answered();
  expect(later.calls).toBe(1);
});

test('after failures the network’s return is worth a try at once, and a clock set back keeps nobody waiting', async () => {
  const { clock, state, keeper } = page(null, true);
  for (let minute = 0; minute < 60; minute += 1) {
    await answered();
    clock.advance(60_000);
  }
  await answered();
  const { calls } = state;
  state.isDown = false;
  keeper.look();
  expect(state.calls).toBe(calls);
  keeper.look(true);
  await answered();
  expect(state).toMatchObject({ calls: calls + 1, told: 1 });

  const other = page(null, true);
  await answered();
  other.state.isDown = false;
  other.clock.setWallClock(other.clock.nowMs() - 9 * HOUR_MS);
  other.keeper.look();
  await answered();
  expect(other.state.told).toBe(1);
});

test('one question at a time', async () => {
  const { state, keeper } = page(null);
  keeper.look();
  keeper.look(true);
  await answered();
  expect(state.calls).toBe(1);
});
