import { describe, expect, test } from 'vitest';
import { playingTime, runningTime } from './running-time.ts';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('runningTime', () => {
  test.each([
    [0.2, '1 s'],
    [45, '45 s'],
    [59.9, '60 s'],
    [60, '1 min'],
    [754, '13 min'],
    [3590, '1 h'],
    [3900, '1 h 5 min'],
    [7205, '2 h'],
  ])('%f seconds are %s', (seconds, words) => {
    expect(plain(runningTime(seconds, 'fr'))).toBe(words);
  });

  test('is written in the page’s language', () => {
    expect(plain(runningTime(3900, 'ru'))).toBe('1 ч 5 мин');
  });
});

describe('playingTime', () => {
  test.each([
    [0, '0:00'],
    [45.9, '0:45'],
    [723, '12:03'],
    [3909, '1:05:09'],
  ])('%f seconds in is %s', (seconds, clock) => {
    expect(playingTime(seconds)).toBe(clock);
  });
});
