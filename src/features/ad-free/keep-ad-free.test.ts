import { expect, test } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { adFreeTokenOf, sessionOf } from '#src/page/session/session-store.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { onceHome, writePass } from './keep-ad-free.ts';

type State = ReturnType<Parameters<typeof onceHome>[0]['getState']>;

/** Preferences in some state; how often the work was done after each change. */
function follow(first: State) {
  let state = first;
  let done = 0;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  onceHome({ getState: () => state, subscribe }, () => {
    done += 1;
  });
  return (change: Partial<State> = {}) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
    return done;
  };
}

const SIGNED_IN: State = { isHomeward: true, phase: 'unsynced', failures: 0 };

test('without a sync that leads home the work is done at once', () => {
  expect(follow({ ...SIGNED_IN, isHomeward: false })()).toBe(1);
  expect(follow({ ...SIGNED_IN, phase: 'guest' })()).toBe(1);
});

test('after a sign-in the work waits until the sync has led home, and is done once', () => {
  const after = follow(SIGNED_IN);
  expect([after({ phase: 'loading' }), after({ phase: 'synced' })]).toEqual([0, 0]);
  expect([after({ isHomeward: false }), after({ phase: 'loading' })]).toEqual([1, 1]);
});

test('a server that does not answer the sync keeps nobody waiting', () => {
  expect(follow(SIGNED_IN)({ failures: 1 })).toBe(1);
});

test('who signs out meanwhile has no work done', () => {
  const after = follow(SIGNED_IN);
  expect([after({ phase: 'guest', isHomeward: false }), after()]).toEqual([0, 0]);
});

test('where the storage is refused a member’s pass lasts as long as the page and the session [R52]', () => {
  const storage = new BrowserStorage(() => {
    throw new Error('blocked');
  });
  const browser = testBrowser({ storage });
  const session = sessionOf(browser);
  session.signIn(LEA, 't');
  writePass(browser, { token: 'pass', expiresMs: 1 });
  expect(adFreeTokenOf(browser)).toBe('pass');
  session.updateUser({ ...LEA, first_name: 'Léa' });
  expect(adFreeTokenOf(browser)).toBe('pass');
  session.signIn({ ...LEA, id: 'another' }, 'u');
  expect(adFreeTokenOf(browser)).toBeNull();
  writePass(browser, { token: 'pass', expiresMs: 1 });
  session.clear();
  expect(adFreeTokenOf(browser)).toBeNull();
});

test('a pass that the storage takes is held nowhere else: the other tabs have it too [R52]', () => {
  const browser = testBrowser();
  writePass(browser, { token: 'pass', expiresMs: 1 });
  browser.storage.write('adFreeToken', 'of another tab');
  expect(adFreeTokenOf(browser)).toBe('of another tab');
});
