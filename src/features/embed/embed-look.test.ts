import { expect, test } from 'vitest';
import { INITIAL_PLAYER_STATE, type PlayerState } from '#src/features/player/state/player-state.ts';
import { embedLook } from './embed-look.ts';

const WORDS = { connecting: 'c', reconnecting: 'r', offline: 'o', blocked: 'b', noOutput: 'n' };
const look = (changes: Partial<PlayerState>) =>
  embedLook({ ...INITIAL_PLAYER_STATE, streamId: 'dance', ...changes }, 'dance', WORDS);

test('silent and playing are all well, and a press means play or pause', () => {
  expect(look({})).toEqual({ isOn: false, isBusy: false, words: null });
  expect(look({ phase: 'paused' })).toEqual({ isOn: false, isBusy: false, words: null });
  expect(look({ phase: 'playing' })).toEqual({ isOn: true, isBusy: false, words: null });
});

test('sound on its way is said in words, and a press takes it back', () => {
  expect(look({ phase: 'connecting' })).toEqual({ isOn: true, isBusy: true, words: 'c' });
  expect(look({ phase: 'reconnecting', attempt: 2 })).toEqual({ isOn: true, isBusy: true, words: 'r' });
});

test('of a stream that is full it says so in the server’s words, until the sound is on its way [R239]', () => {
  const refusal = 'Ce flux est complet.';
  expect(look({ phase: 'reconnecting', refusal })).toEqual({ isOn: true, isBusy: true, words: refusal });
  expect(look({ phase: 'connecting', refusal }).words).toBe('c');
});

test('without a network, without leave to play or without an output it says which', () => {
  expect(look({ phase: 'offline' })).toEqual({ isOn: false, isBusy: false, words: 'o' });
  expect(look({ phase: 'blocked' })).toEqual({ isOn: false, isBusy: false, words: 'b' });
  expect(look({ phase: 'reconnecting', outputFailures: 99 }).words).toBe('n');
});
