import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { CALL_TIMEOUT_MS } from '#src/contract/limits.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { expectSync, syncEndOf } from './sync-end.ts';

afterEach(() => void vi.restoreAllMocks());

/** A page where somebody has just signed in: what the sync says there, and whether its end has come. */
function signIn(username: string | null, browser = testBrowser()) {
  const late = new AbortController();
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return late.signal;
  });
  const page = new EventTarget();
  expectSync(browser, { pseudo: username }, page);
  let isOver = false;
  void syncEndOf(browser)
    .read()
    .then(() => {
      isOver = true;
    });
  return {
    late,
    limits,
    say: (name: string) => page.dispatchEvent(new Event(name)),
    async isOver() {
      await setImmediate();
      return isOver;
    },
  };
}

test('where nobody has signed in nothing is waited for', async () => {
  await syncEndOf(testBrowser()).read();
});

test.each(['preferences-synced', 'preferences-unsynced'])('the end has come with %s [A87]', async (said) => {
  const { say, isOver } = signIn('zoe');
  expect(await isOver()).toBe(false);
  say(said);
  expect(await isOver()).toBe(true);
});

test('a sync that never ends is not waited for past the time of a call [A87]', async () => {
  const { late, limits, isOver } = signIn('zoe');
  expect([limits, await isOver()]).toEqual([[CALL_TIMEOUT_MS], false]);
  late.abort();
  expect(await isOver()).toBe(true);
});

test('without a username there is no sync, and the sign-in before is over', async () => {
  const browser = testBrowser();
  const before = signIn('zoe', browser);
  before.say('preferences-synced');
  await before.isOver();
  expect(await signIn(null, browser).isOver()).toBe(true);
});
