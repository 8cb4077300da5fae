import { expect, test, vi } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { endSession } from '#src/page/session/end-session.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { INITIAL_PREFERENCE_STATE, type PreferenceState } from './preference-state.ts';
import { saveStateOf, starMessage, whenSettled } from './save-state.ts';
import { NOTHING_UNSENT } from './unsent.ts';

const MEMBER: PreferenceState = { ...INITIAL_PREFERENCE_STATE, phase: 'synced' };
const UNSENT: PreferenceState = { ...MEMBER, unsent: { change: { theme: 'dark' }, at: {}, after: {} } };

test('a choice is saved once the server has taken it, and not before', () => {
  expect(saveStateOf(UNSENT)).toBe('saving');
  expect(saveStateOf({ ...UNSENT, phase: 'loading' })).toBe('saving');
  expect(saveStateOf(MEMBER)).toBe('saved');
});

test('a choice that could not be told, and one that was refused, are not saved', () => {
  expect(saveStateOf({ ...UNSENT, trouble: 'unsent' })).toBe('unsent');
  expect(saveStateOf({ ...MEMBER, trouble: 'refused' })).toBe('refused');
  expect(saveStateOf({ ...MEMBER, trouble: 'overtaken' })).toBe('overtaken');
});

test('where no server keeps any, the browser’s copy is what is saved', () => {
  for (const phase of ['guest', 'unavailable'] as const)
    expect(saveStateOf({ ...MEMBER, phase, trouble: 'refused' })).toBe('saved');
});

test('whoever waits is told once it is known', async () => {
  let state = UNSENT;
  const listeners = new Set<() => void>();
  const engine = {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const settled = whenSettled(engine);
  for (const next of [
    { ...UNSENT, isStale: true },
    { ...UNSENT, trouble: 'unsent' as const },
  ]) {
    state = next;
    for (const listener of listeners) listener();
  }
  expect(await settled).toBe('unsent');
  expect(listeners.size).toBe(0);
  state = { ...MEMBER, unsent: NOTHING_UNSENT };
  expect(await whenSettled(engine)).toBe('saved');
});

test('a star is said to be kept by the session that gave it, and by none that has ended meanwhile [R22, A37]', async () => {
  const engine = (state: PreferenceState) => ({ getState: () => state, subscribe: () => () => {} });
  const browser = testBrowser();
  sessionOf(browser).signIn(LEA, 'hers');
  expect(await starMessage(browser, engine(MEMBER), MEMBER.session)).toEqual(['info', 'player.star-done']);
  const over: PreferenceState = { ...INITIAL_PREFERENCE_STATE, session: MEMBER.session + 1 };
  // By wish, or since somebody else is here by now.
  expect(await starMessage(browser, engine(over), MEMBER.session)).toBeNull();
  vi.stubGlobal('location', { assign: () => {}, pathname: '/fr/dance', search: '' });
  endSession(browser, 'hers');
  vi.unstubAllGlobals();
  expect(await starMessage(browser, engine(over), MEMBER.session)).toEqual(['info', 'player.star-login']);
});
