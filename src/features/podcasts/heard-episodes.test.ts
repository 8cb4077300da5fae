import { expect, it } from 'vitest';
import { SILENT_PREVIEW } from '#src/features/preview/preview-player.ts';
import { HeardEpisodes } from './heard-episodes.ts';

const FERRY = '/podcasts/carnets/01-ferry.mp3';

const sounding = (elapsedSeconds: number, secondsLeft: number) => ({
  ...SILENT_PREVIEW,
  address: FERRY,
  isSounding: true,
  elapsedSeconds,
  secondsLeft,
});

it('an episode that was stopped goes on where it was left', () => {
  const heard = new HeardEpisodes();
  expect(heard.beginOf(FERRY)).toBe(0);
  heard.follow(sounding(42.5, 18));
  heard.follow(SILENT_PREVIEW);
  expect(heard.wasBegun(FERRY)).toBe(true);
  expect(heard.beginOf(FERRY)).toBe(42.5);
});

it('an episode that was heard to its end begins anew', () => {
  const heard = new HeardEpisodes();
  heard.beginOf(FERRY);
  heard.follow(sounding(60, 1));
  expect(heard.wasBegun(FERRY)).toBe(false);
  expect(heard.beginOf(FERRY)).toBe(0);
});

it('the place of a preview, and of what is still loading, is not kept', () => {
  const heard = new HeardEpisodes();
  heard.follow(sounding(20, 31));
  expect(heard.beginOf(FERRY)).toBe(0);
  heard.follow({ ...sounding(20, 31), isSounding: false });
  expect(heard.beginOf(FERRY)).toBe(0);
});
