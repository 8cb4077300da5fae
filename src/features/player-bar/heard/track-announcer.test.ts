import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { TrackAnnouncer } from './track-announcer.ts';

let clock: ManualClock;
let said: string[];
let shown: string | null;
let announcer: TrackAnnouncer;

beforeEach(() => {
  clock = new ManualClock();
  said = [];
  shown = null;
  announcer = new TrackAnnouncer(clock, (title) => {
    shown = title;
    if (title !== null) said.push(title);
  });
});

test('the track that plays at the start is no change and is not said', () => {
  announcer.update('a');
  announcer.update('a');
  expect(said).toEqual([]);
});

test('a new track is said once', () => {
  announcer.update('a');
  announcer.update('b');
  announcer.update('b');
  expect(said).toEqual(['b']);
});

test('tracks that follow within 20 s are said late, only the one that still plays', () => {
  for (const title of ['a', 'b', 'c', 'd']) announcer.update(title);
  clock.advance(19_999);
  expect(said).toEqual(['b']);
  clock.advance(1);
  expect(said).toEqual(['b', 'd']);
});

test('a track that has changed while the sound was lost is said when it is back', () => {
  for (const title of ['a', undefined, 'b', undefined, 'b']) announcer.update(title);
  expect(said).toEqual(['b']);
});

test('a pause takes back what was waiting', () => {
  for (const title of ['a', 'b', 'c', null]) announcer.update(title);
  clock.advance(60_000);
  announcer.update('d');
  expect(said).toEqual(['b']);
});

test('what was said is not there any more once it was heard, whatever plays or not by then [R91]', () => {
  for (const title of ['a', 'b', null]) announcer.update(title);
  expect(shown).toBe('b');
  clock.advance(10_000);
  expect(shown).toBeNull();
});
