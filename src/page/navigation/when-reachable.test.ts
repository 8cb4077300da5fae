import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenReachable } from './when-reachable.ts';

let isUp: boolean;
let asked: string[];

beforeEach(() => {
  isUp = false;
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (isUp) return new Response();
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fails as long as the radio is down, and counts. */
function part() {
  return vi.fn(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  });
}

test('a part that comes is given at once, and nobody is asked', async () => {
  isUp = true;
  expect(await whenReachable(part())).toBe('part');
  expect(asked).toEqual([]);
});

test('a part comes once the radio can be reached again', async () => {
  const load = part();
  const loaded = whenReachable(load);
  await vi.advanceTimersByTimeAsync(4_500);
  expect(load).toHaveBeenCalledTimes(3);
  isUp = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await loaded).toBe('part');
});

test('a part that gets lost twice on a poor way, with an answer between, is no newer build', async () => {
  const load = vi.fn(async () => {
    // The way is there for a moment only.
    isUp = load.mock.calls.length === 1;
    if (load.mock.calls.length <= 3) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  });
  const loaded = whenReachable(load);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await loaded).toBe('part');
});

test('a part that a radio within reach does not have is a failure', async () => {
  isUp = true;
  const gone = new Error('404');
  const load = vi.fn(() => Promise.reject(gone));
  await expect(whenReachable(load)).rejects.toBe(gone);
  expect(load).toHaveBeenCalledTimes(2);
});
