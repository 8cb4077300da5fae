import { expect, test } from 'vitest';
import { INITIAL_PLAYER_STATE, type PlayerState } from '#src/features/player/state/player-state.ts';
import { refreshEveryMs } from './use-player-page.ts';

const during = (preview: PlayerState['preview']): PlayerState => ({ ...INITIAL_PLAYER_STATE, preview });
const track = { title: 'Vive Radio - Polaroïd', resume: true, kind: 'track' } as const;
const episode = { title: 'Brume', resume: true, kind: 'episode' } as const;

test('titles are asked for every 5 s, whether the radio sounds or not', () => {
  expect(refreshEveryMs(INITIAL_PLAYER_STATE)).toBe(5_000);
  expect(refreshEveryMs({ ...INITIAL_PLAYER_STATE, phase: 'playing' })).toBe(5_000);
});

test('they rest while the preview of a track plays', () => {
  expect(refreshEveryMs(during(track))).toBe(false);
});

test('an hour of podcast does not stop them', () => {
  expect(refreshEveryMs(during(episode))).toBe(5_000);
});
