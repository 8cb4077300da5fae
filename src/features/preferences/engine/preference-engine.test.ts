import { expect, test } from 'vitest';
import type { PreferenceChange } from '#src/features/preferences/preferences.ts';
import type {
  PageEffect,
  PreferenceEvent,
  PushAnswer,
} from '#src/features/preferences/rules/preference-events.ts';
import { HOME, STARTED as OPENED, signedIn } from '#src/features/preferences/rules/testing/preference-run.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PreferenceEngine } from './preference-engine.ts';
import { type MemberEffect, type SentTimes, SyncTalk } from './sync-talk.ts';

const STARTED: PreferenceEvent = { ...OPENED, isHomeward: true };
const SIGNED_IN = signedIn();
/** When the theme was chosen before, as the server says. */
const KNOWN = '2026-11-28T02:00:00.000Z';

/** A server whose answers come when the test says so. */
function setUp() {
  const clock = new ManualClock();
  const effects: (PageEffect | MemberEffect)[] = [];
  const loads: PromiseWithResolvers<PreferenceChange>[] = [];
  const sent: {
    change: PreferenceChange | 'reset';
    chosen: SentTimes;
    answer: PromiseWithResolvers<Partial<PushAnswer> | undefined>;
  }[] = [];
  const send = async (change: PreferenceChange | 'reset', chosen: SentTimes = {}) => {
    const answer = Promise.withResolvers<Partial<PushAnswer> | undefined>();
    sent.push({ change, chosen, answer });
    return { chosenAt: {}, newer: {}, ...(await answer.promise) };
  };
  const load = () => {
    const answer = Promise.withResolvers<PreferenceChange>();
    loads.push(answer);
    return answer.promise.then((saved) => ({ saved, chosenAt: { theme: KNOWN } }));
  };
  const carryOut = (effect: PageEffect | MemberEffect) => void effects.push(effect);
  let isReachable = true;
  const engine = new PreferenceEngine({
    clock,
    importSync: async ({ getState, dispatch }) => {
      if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
      const reset = () => send('reset');
      return new SyncTalk({ clock, getState, dispatch, load, push: send, reset, carryOut });
    },
    carryOut,
  });
  engine.dispatch({ type: 'moved', whereabouts: HOME });
  const setReachable = (is: boolean) => {
    isReachable = is;
  };
  return { clock, engine, effects, loads, sent, setReachable };
}

/** A member whom the server has told what they have chosen. */
async function setUpSynced() {
  const run = setUp();
  run.engine.dispatch(STARTED);
  await settle();
  run.loads[0]?.resolve({});
  await settle();
  return run;
}

/** Lets everything that waits for a promise go on; no time passes. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const failure = (status: number) => new CallError('no', { code: 'x', status });

test('a member is synced and, 500 ms later, sent home', async () => {
  const { clock, engine, effects, loads } = setUp();
  let told = 0;
  engine.subscribe(() => told++);
  engine.dispatch(STARTED);
  await settle();
  loads[0]?.resolve({ language: 'de', favoriteStreamId: 'club' });
  await settle();
  expect(engine.getState().preferences).toMatchObject({ language: 'de', favoriteStreamId: 'club' });
  expect(told).toBe(3);
  clock.advance(499);
  expect(effects.filter((effect) => effect.do === 'go')).toEqual([]);
  clock.advance(1);
  expect(effects.at(-1)).toEqual({ do: 'go', language: 'de', streamId: 'club' });
});

test('the volume is sent once, 250 ms after the slider rests', async () => {
  const { clock, engine, sent } = await setUpSynced();
  for (const volume of [0.6, 0.65, 0.7]) {
    engine.choose({ volume });
    clock.advance(249);
  }
  await settle();
  expect(sent).toEqual([]);
  clock.advance(1);
  await settle();
  expect(sent.map(({ change }) => change)).toEqual([{ volume: 0.7 }]);
});

test('changes reach the server one after the other, in the order they were made', async () => {
  const { engine, sent } = await setUpSynced();
  engine.choose({ theme: 'dark' });
  engine.choose({ theme: 'light' });
  engine.dispatch({ type: 'reset', atMs: 0 });
  await settle();
  expect(sent.map(({ change }) => change)).toEqual([{ theme: 'dark' }]);
  sent[0]?.answer.reject(failure(503));
  await settle();
  sent[1]?.answer.resolve(undefined);
  await settle();
  expect(sent.map(({ change }) => change)).toEqual([{ theme: 'dark' }, { theme: 'light' }, 'reset']);
});

test('an answer for a member who has logged out since is dropped', async () => {
  const { engine, loads } = setUp();
  engine.dispatch(STARTED);
  await settle();
  engine.dispatch({ type: 'signed-out', guest: {} });
  engine.dispatch(SIGNED_IN);
  loads[0]?.resolve({ language: 'ru' });
  await settle();
  expect(engine.getState()).toMatchObject({ phase: 'loading', preferences: { language: 'fr' } });
  loads[1]?.resolve({ language: 'it' });
  await settle();
  expect(engine.getState()).toMatchObject({ phase: 'synced', preferences: { language: 'it' } });
});

test('a change that still waits in line when its member logs out is not sent in the name of the next', async () => {
  const { engine, sent } = await setUpSynced();
  engine.choose({ theme: 'dark' });
  engine.choose({ language: 'pl' });
  await settle();
  engine.dispatch({ type: 'signed-out', guest: {} });
  engine.dispatch(SIGNED_IN);
  sent[0]?.answer.reject(failure(401));
  await settle();
  expect(sent.map(({ change }) => change)).toEqual([{ theme: 'dark' }]);
  expect(engine.getState().phase).toBe('loading');
});

test('a server that does not answer is asked again a second later', async () => {
  const { clock, engine, loads } = setUp();
  engine.dispatch(STARTED);
  await settle();
  loads[0]?.reject(new TypeError('offline'));
  await settle();
  clock.advance(999);
  expect(loads).toHaveLength(1);
  clock.advance(1);
  expect(loads).toHaveLength(2);
});

test('a dead token ends the session', async () => {
  const { engine, effects, loads } = setUp();
  engine.dispatch(STARTED);
  await settle();
  loads[0]?.reject(failure(401));
  await settle();
  expect(effects).toContainEqual({ do: 'end-session' });
});

test('what the server has taken is no longer unsent, what it has not stays with the time of what it had before', async () => {
  const { engine, sent } = await setUpSynced();
  engine.choose({ theme: 'dark' });
  expect(engine.getState().unsent.change).toEqual({ theme: 'dark' });
  await settle();
  sent[0]?.answer.reject(failure(503));
  await settle();
  const failed = { change: { theme: 'dark' }, after: { theme: KNOWN } };
  expect(engine.getState()).toMatchObject({ unsent: failed, trouble: 'unsent' });
  engine.choose({ theme: 'light' });
  await settle();
  sent[1]?.answer.resolve(undefined);
  await settle();
  expect(engine.getState()).toMatchObject({ unsent: { change: {} }, trouble: null });
});

test('a page that is left sends at once, even while an earlier change is under way', async () => {
  const { engine, sent } = await setUpSynced();
  engine.choose({ theme: 'dark' });
  engine.choose({ volume: 0.9 });
  await settle();
  engine.dispatch({ type: 'leaving' });
  expect(sent.map(({ change }) => change)).toEqual([{ theme: 'dark' }, { volume: 0.9 }]);
});

test('rules that could not be fetched are fetched again when the network is back', async () => {
  const { engine, loads, setReachable } = setUp();
  setReachable(false);
  engine.dispatch(STARTED);
  await settle();
  engine.choose({ theme: 'dark' });
  expect(engine.getState()).toMatchObject({ phase: 'unsynced', preferences: { theme: 'dark' } });
  await settle();
  setReachable(true);
  engine.dispatch({ type: 'woken' });
  await settle();
  expect(loads).toHaveLength(1);
});

test('they are fetched again for a choice, which would be lost with the page, and lead nowhere [A55, A115]', async () => {
  const { engine, loads, sent, effects, clock, setReachable } = setUp();
  setReachable(false);
  engine.dispatch(STARTED);
  await settle();
  setReachable(true);
  engine.choose({ theme: 'dark' });
  await settle();
  loads[0]?.resolve({ theme: 'light', favoriteStreamId: 'club' });
  await settle();
  expect(sent.map(({ change }) => change)).toEqual([{ theme: 'dark' }]);
  clock.advance(1_000);
  expect(effects.map((effect) => effect.do)).not.toContain('go');
});

test('a guest needs none of them', async () => {
  const { engine, setReachable } = setUp();
  setReachable(false);
  engine.dispatch({ ...STARTED, isMember: false });
  engine.choose({ theme: 'dark' });
  await settle();
  expect(engine.getState()).toMatchObject({ phase: 'guest', preferences: { theme: 'dark' } });
});

test('a change says how long ago each choice was made, and after which one, when it is sent [A133]', async () => {
  const { clock, engine, loads, sent } = await setUpSynced();
  engine.choose({ theme: 'dark' });
  engine.choose({ language: 'pl' });
  await settle();
  // Just now.
  expect(sent[0]?.chosen).toEqual({});
  clock.advance(4_000);
  sent[0]?.answer.reject(failure(0));
  await settle();
  expect(sent[1]?.chosen).toEqual({ language: { ms_ago: 4_000 } });
  sent[1]?.answer.resolve(undefined);
  engine.dispatch({ type: 'woken' });
  loads[1]?.resolve({ language: 'pl' });
  await settle();
  expect(sent[2]).toMatchObject({
    change: { theme: 'dark' },
    chosen: { theme: { ms_ago: 4_000, after: KNOWN } },
  });
});
