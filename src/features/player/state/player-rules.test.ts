import { describe, expect, test } from 'vitest';
import { type PlayerEffect, type PlayerEvent, transition } from './player-rules.ts';
import {
  INITIAL_PLAYER_STATE,
  isHeard,
  lacksOutput,
  type PlayerState,
  pressMeansPause,
} from './player-state.ts';

/** The state and the last event's effects after a listener's story. */
function story(...events: PlayerEvent[]): { state: PlayerState; effects: readonly PlayerEffect[] } {
  let state = INITIAL_PLAYER_STATE;
  let effects: readonly PlayerEffect[] = [];
  for (const event of events) [state, effects] = transition(state, event);
  return { state, effects };
}

const playDance: PlayerEvent = { type: 'play', streamId: 'dance' };
const sounding: PlayerEvent = { type: 'sounding' };
const steady: PlayerEvent = { type: 'steady' };
const lost: PlayerEvent = { type: 'lost', online: true, atOutput: false };
const lostOffline: PlayerEvent = { ...lost, online: false };
const lostAtOutput: PlayerEvent = { ...lost, atOutput: true };

describe('choosing a stream', () => {
  test('a listener who opens an address with a stream hears it after 400 ms', () => {
    const { state, effects } = story({ type: 'selected', streamId: 'club', autoplay: true });
    expect(state).toMatchObject({ phase: 'idle', streamId: 'club' });
    expect(effects).toEqual([{ type: 'autoplay', streamId: 'club', afterMs: 400 }]);
  });

  test('a listener whose last stream is remembered sees it chosen and hears nothing', () => {
    const { state, effects } = story({ type: 'selected', streamId: '80s', autoplay: false });
    expect(state).toMatchObject({ phase: 'idle', streamId: '80s' });
    expect(effects).toEqual([]);
  });

  test('a listener who moves to a page of the stream that plays keeps the same connection', () => {
    const { state, effects } = story(playDance, sounding, {
      type: 'selected',
      streamId: 'dance',
      autoplay: true,
    });
    expect(state.phase).toBe('playing');
    expect(effects).toEqual([]);
  });

  test('a listener who moves to the address of another stream has the player unloaded, then rebuilt 400 ms later', () => {
    const { state, effects } = story(playDance, sounding, {
      type: 'selected',
      streamId: 'hits',
      autoplay: true,
    });
    expect(state).toMatchObject({ phase: 'connecting', streamId: 'hits' });
    expect(effects).toEqual([{ type: 'release' }, { type: 'connect', streamId: 'hits', afterMs: 400 }]);
  });
});

describe('playing', () => {
  test('a listener who presses play silences everything else and connects inside the gesture', () => {
    const { state, effects } = story(playDance);
    expect(state).toMatchObject({ phase: 'connecting', streamId: 'dance' });
    expect(effects).toEqual([
      { type: 'stop-others' },
      { type: 'release' },
      { type: 'connect', streamId: 'dance', afterMs: 0 },
    ]);
  });

  test('a listener who has chosen nothing and presses play hears dance', () => {
    expect(story({ type: 'play' }).state.streamId).toBe('dance');
  });

  test('a listener who presses another stream while one plays has the player rebuilt after 100 ms', () => {
    const { effects } = story(playDance, sounding, { type: 'play', streamId: 'trance' });
    expect(effects).toEqual([
      { type: 'stop-others' },
      { type: 'release' },
      { type: 'connect', streamId: 'trance', afterMs: 100 },
    ]);
  });

  test('a listener who pauses fetches nothing any more', () => {
    const { state, effects } = story(playDance, sounding, { type: 'pause' });
    expect(state.phase).toBe('paused');
    expect(effects).toEqual([{ type: 'release' }]);
  });

  test('a listener who plays again after a pause gets a fresh connection', () => {
    const { effects } = story(playDance, sounding, { type: 'pause' }, { type: 'play' });
    expect(effects.at(-1)).toEqual({ type: 'connect', streamId: 'dance', afterMs: 0 });
  });

  test('a sound that arrives after the pause changes nothing', () => {
    expect(story(playDance, { type: 'pause' }, sounding).state.phase).toBe('paused');
  });
});

describe('a browser that wants a gesture', () => {
  test('refuses a start: the player is blocked and lets go', () => {
    const { state, effects } = story(playDance, { type: 'refused' });
    expect(state.phase).toBe('blocked');
    expect(effects).toEqual([{ type: 'release' }]);
  });

  test('lets the press that follows play', () => {
    const { state } = story(playDance, { type: 'refused' });
    expect(pressMeansPause(state, undefined)).toBe(false);
    expect(transition(state, { type: 'play' })[0].phase).toBe('connecting');
  });
});

describe('losing the sound', () => {
  test('a listener who loses it is reconnected, attempt after attempt, until it is back', () => {
    const first = story(playDance, sounding, lost);
    expect(first.state).toMatchObject({ phase: 'reconnecting', attempt: 1 });
    expect(first.effects).toEqual([{ type: 'retry', streamId: 'dance', attempt: 1 }]);
    const third = story(playDance, sounding, lost, lost, lost);
    expect(third.state).toMatchObject({ phase: 'reconnecting', attempt: 3 });
    expect(story(playDance, sounding, lost, lost, sounding).state.phase).toBe('playing');
  });

  test('a listener whose sound comes and goes waits longer each time, until it has lasted', () => {
    expect(story(playDance, sounding, lost, sounding, lost).state.attempt).toBe(2);
    expect(story(playDance, sounding, lost, sounding, steady).state.attempt).toBe(0);
    expect(story(playDance, sounding, lost, sounding, steady, lost).state.attempt).toBe(1);
  });

  test('a listener who presses play anew begins with the first attempt', () => {
    expect(story(playDance, lost, lost, { type: 'pause' }, playDance, lost).state.attempt).toBe(1);
  });

  test('a listener whose first connection fails is reconnected as well', () => {
    expect(story(playDance, lost).state).toMatchObject({ phase: 'reconnecting', attempt: 1 });
  });

  test('a listener without a network is told so, and the attempts go on', () => {
    const { state, effects } = story(playDance, sounding, lostOffline);
    expect(state.phase).toBe('offline');
    expect(effects).toEqual([{ type: 'retry', streamId: 'dance', attempt: 1 }]);
  });

  test('a listener whose network comes back is reconnected at once', () => {
    const { state, effects } = story(playDance, sounding, lostOffline, { type: 'online' });
    expect(state.phase).toBe('reconnecting');
    expect(effects).toEqual([{ type: 'retry-now', streamId: 'dance' }]);
  });

  test('a listener whose network goes while reconnecting is told so', () => {
    expect(story(playDance, lost, { type: 'offline' }).state.phase).toBe('offline');
  });

  test('a listener whose network goes while the buffer still plays is left alone', () => {
    expect(story(playDance, sounding, { type: 'offline' }).state.phase).toBe('playing');
  });

  test('a listener who pauses while reconnecting is left in peace', () => {
    const { state } = story(playDance, lost, { type: 'pause' }, lost);
    expect(state).toMatchObject({ phase: 'paused', attempt: 0 });
  });

  test('a listener who presses the button while offline tries again now', () => {
    const { state } = story(playDance, lostOffline);
    expect(pressMeansPause(state, 'dance')).toBe(false);
    expect(transition(state, { type: 'play', streamId: 'dance' })[1]).toEqual([
      { type: 'retry-now', streamId: 'dance' },
    ]);
  });
});

describe('a device that plays nothing', () => {
  const without = [playDance, sounding, lostAtOutput, sounding, lostAtOutput, sounding, lostAtOutput];

  test('is told from a lost stream after three failures in a row', () => {
    expect(lacksOutput(story(...without.slice(0, -2)).state)).toBe(false);
    expect(lacksOutput(story(...without).state)).toBe(true);
    expect(lacksOutput(story(...without.slice(0, -2), lost, sounding, lostAtOutput).state)).toBe(false);
  });

  test('is asked for less often sooner than a stream that is away: each attempt costs the server one [R166]', () => {
    expect(story(playDance, sounding, lost).state.attempt).toBe(1);
    expect(story(playDance, sounding, lostAtOutput).state.attempt).toBe(3);
  });

  test('is believed again only once sound has lasted', () => {
    const { state } = story(...without, sounding);
    expect(state.phase).toBe('reconnecting');
    const [mended] = transition(state, steady);
    expect(mended).toMatchObject({ phase: 'playing', attempt: 0 });
    expect(lacksOutput(mended)).toBe(false);
  });

  test('is tried afresh by a listener who presses pause, then play', () => {
    expect(lacksOutput(story(...without, { type: 'pause' }).state)).toBe(false);
    expect(story(...without, { type: 'pause' }, playDance, sounding).state.phase).toBe('playing');
  });
});

describe('a preview', () => {
  const begin: PlayerEvent = {
    type: 'preview-began',
    preview: { title: 'Nova Kessler - Midnight Ferry', kind: 'track' },
  };
  const end: PlayerEvent = { type: 'preview-ended' };

  test('pauses the main player and names itself', () => {
    const { state, effects } = story(playDance, sounding, begin);
    expect(state).toMatchObject({
      phase: 'paused',
      preview: { title: 'Nova Kessler - Midnight Ferry', resume: true },
    });
    expect(effects).toEqual([{ type: 'release' }]);
  });

  test('gives the main player back at its end', () => {
    const { state, effects } = story(playDance, sounding, begin, end);
    expect(state).toMatchObject({ phase: 'connecting', preview: null });
    expect(effects.at(-1)).toEqual({ type: 'connect', streamId: 'dance', afterMs: 0 });
  });

  test('leaves a main player alone that was not playing', () => {
    expect(story(begin, end).state).toMatchObject({ phase: 'idle', preview: null });
  });

  test('that follows another still gives the main player back', () => {
    expect(story(playDance, sounding, begin, begin, end).state.phase).toBe('connecting');
  });

  test('gives way when the listener presses play', () => {
    const { state, effects } = story(playDance, sounding, begin, { type: 'play' });
    expect(state).toMatchObject({ phase: 'connecting', preview: null });
    expect(effects[0]).toEqual({ type: 'stop-others' });
  });

  test('gives back the stream that was chosen meanwhile', () => {
    const choose: PlayerEvent = { type: 'selected', streamId: 'lounge', autoplay: true };
    expect(story(begin, choose, end).state).toMatchObject({ phase: 'connecting', streamId: 'lounge' });
  });
});

describe('an episode that is offered', () => {
  const start = () => {};
  const offer: PlayerEvent = { type: 'preview-began', preview: { title: 'Brume', kind: 'episode', start } };

  test('waits in the bar, and the radio stays silent', () => {
    const { state } = story({ type: 'selected', streamId: 'dance', autoplay: false }, offer);
    expect(state).toMatchObject({ phase: 'idle', preview: { title: 'Brume', start, resume: false } });
  });

  test('does not hold back a stream that is chosen by its address, unlike one that plays', () => {
    const choose: PlayerEvent = { type: 'selected', streamId: 'club', autoplay: true };
    expect(story(offer, choose).effects).toMatchObject([{ type: 'autoplay', streamId: 'club' }]);
    const begun: PlayerEvent = { type: 'preview-began', preview: { title: 'Brume', kind: 'episode' } };
    expect(story(offer, begun, choose).effects).toEqual([]);
  });

  test('is offered again, not the radio, once a track’s previews have ended', () => {
    const begun: PlayerEvent = { type: 'preview-began', preview: { title: 'Brume', kind: 'episode' } };
    const paused = [playDance, sounding, begun, offer];
    const before = story(...paused).state;
    const preview: PlayerEvent = {
      type: 'preview-began',
      preview: { title: 'Nova Kessler - Midnight Ferry', kind: 'track' },
    };
    const end: PlayerEvent = { type: 'preview-ended' };
    expect(story(...paused, preview, preview).state.preview?.title).toBe('Nova Kessler - Midnight Ferry');
    const { state, effects } = story(...paused, preview, preview, end);
    expect([state, effects]).toEqual([before, []]);
    // The radio had played before it.
    expect(story(...paused, preview, end, end).state.phase).toBe('connecting');
    expect(story(...paused, preview, begun, end).state.phase).toBe('connecting');
    const ended = story(...paused, preview, { type: 'pause' }, end);
    expect(ended.state).toMatchObject({ phase: 'paused', preview: { start, resume: false } });
    const choose: PlayerEvent = { type: 'selected', streamId: 'lounge', autoplay: true };
    const chosen = story(...paused, preview, choose, end);
    expect(chosen.state).toMatchObject({ phase: 'connecting', streamId: 'lounge', preview: null });
  });

  test('gives way when a stream plays, and can be taken back', () => {
    expect(story(offer, playDance).state.preview).toBeNull();
    expect(story(offer, { type: 'preview-ended' }).state).toMatchObject({ phase: 'idle', preview: null });
  });
});

describe('volume', () => {
  test('is 0.5 until chosen', () => {
    expect(INITIAL_PLAYER_STATE.volume).toBe(0.5);
  });

  test('stays between 0 and 1 and keeps whole percents', () => {
    expect(story({ type: 'volume', volume: 0.1 + 0.2, muted: false }).state.volume).toBe(0.3);
    expect(story({ type: 'volume', volume: 7, muted: false }).state.volume).toBe(1);
    expect(story({ type: 'volume', volume: -1, muted: false }).state.volume).toBe(0);
  });

  test('of 0 is mute, also where it is 0 only in whole percents [R237]', () => {
    for (const volume of [0, 0.004, -1])
      expect(story({ type: 'volume', volume, muted: false }).state).toMatchObject({ volume: 0, muted: true });
    expect(story({ type: 'volume', volume: 0.006, muted: false }).state.muted).toBe(false);
  });

  test('that is moved while muted is heard again', () => {
    const { state } = story(
      { type: 'volume', volume: 0.4, muted: true },
      { type: 'volume', volume: 0.6, muted: false },
    );
    expect(state).toMatchObject({ volume: 0.6, muted: false });
  });
});

test('in the background titles matter as long as something is heard', () => {
  const during = (preview: PlayerState['preview']): PlayerState => ({ ...INITIAL_PLAYER_STATE, preview });
  const episode = { title: 'Brume', resume: true, kind: 'episode' } as const;
  expect(isHeard({ ...INITIAL_PLAYER_STATE, phase: 'playing' })).toBe(true);
  expect(isHeard({ ...INITIAL_PLAYER_STATE, phase: 'paused' })).toBe(false);
  expect(isHeard(during(episode))).toBe(true);
  expect(isHeard(during({ ...episode, start: () => {} }))).toBe(false);
});
