import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { CALL_TIMEOUT_MS } from '#src/contract/limits.ts';
import { broughtOf } from '#src/features/accounts/gate/brought-member.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { endSession } from '#src/page/session/end-session.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { expectSync, goToPlayer, syncEndOf } from './go-to-player.ts';

const USER = { ...LEA, pseudo: null };
const PLAYER = new URL('https://player.example.org/dance');

const handOver = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('./hand-over.ts', () => ({ handOver }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  handOver.mockReset();
});

function stubPage() {
  const replace = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { replace, assign: () => {}, pathname: '/fr/dance', search: '' });
  return replace;
}

test('a session is handed over once, whoever asks for it; the next one anew', async () => {
  handOver.mockResolvedValue('https://player.example.org/dance?token=x');
  const replace = stubPage();
  const browser = testBrowser();
  const session = sessionOf(browser);
  for (const token of ['one', 'two']) {
    session.signIn(USER, token);
    await Promise.all([goToPlayer(browser, PLAYER, 'fr'), goToPlayer(browser, PLAYER, 'fr')]);
  }
  expect([handOver.mock.calls.length, replace.mock.calls.length]).toEqual([2, 2]);
});

test('a hand-over that hangs ends within the time of a call: the player opens as for a guest', async () => {
  const late = new AbortController();
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  handOver.mockReturnValue(new Promise(() => {}));
  const replace = stubPage();
  const browser = testBrowser();
  sessionOf(browser).signIn(USER, 'three');
  const going = goToPlayer(browser, PLAYER, 'fr');
  await setImmediate();
  expect([replace.mock.calls, limits.mock.calls]).toEqual([[], [[CALL_TIMEOUT_MS]]]);
  late.abort();
  await going;
  expect(replace.mock.calls).toEqual([[PLAYER.href]]);
});

test('[A37] a session that is found dead meanwhile leads to the login, and not to the player', async () => {
  const replace = stubPage();
  const browser = testBrowser();
  sessionOf(browser).signIn(USER, 'dead');
  handOver.mockImplementation(async () => {
    endSession(browser, 'dead');
    throw new Error('refused');
  });
  await goToPlayer(browser, PLAYER, 'fr');
  expect(replace).not.toHaveBeenCalled();
});

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
  expectSync(browser, { ...LEA, pseudo: username }, page);
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

test('whom a provider has brought is synced, and waited for, without a username, too [A77, A87]', async () => {
  const browser = testBrowser();
  broughtOf(browser).set(LEA.id);
  const { say, isOver } = signIn(null, browser);
  expect(await isOver()).toBe(false);
  say('preferences-synced');
  expect(await isOver()).toBe(true);
});
