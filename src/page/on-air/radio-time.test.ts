import { expect, test } from 'vitest';
import { datingTrack, radioAheadMs, radioTime } from './radio-time.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 17, 40);
const track = (version: string, started_at: string, duration = 180) => ({
  version,
  artiste: '',
  titre: '',
  pochette: '',
  slug: '',
  started_at,
  duration,
});

test('a clock that is wrong is put right by the track on air, and one that is right is left alone [R151]', () => {
  const onAir = { started_at: new Date(NOW_MS - 60_000).toISOString(), duration: 180 };
  expect(radioTime(NOW_MS, onAir)).toBe(NOW_MS);
  const day = 24 * 3_600_000;
  expect(radioTime(NOW_MS - 2 * day, onAir)).toBe(NOW_MS - 60_000);
  expect(radioTime(NOW_MS + 2 * day, onAir)).toBe(NOW_MS + 120_000);
  // The next track may not be known yet.
  expect(radioTime(NOW_MS + 200_000, onAir)).toBe(NOW_MS + 200_000);
  expect(radioTime(NOW_MS, null)).toBe(NOW_MS);
  // Before its first track a stream says since when the radio is open.
  expect(radioTime(NOW_MS, { started_at: '2026-11-21T12:00:00Z', duration: 0 })).toBe(NOW_MS);
});

test('the time on a stream that has no music any more is told by another one [R151]', () => {
  const empty = track('lounge', '2026-11-19T08:00:00Z');
  const playing = track('onde', '2026-11-21T17:39:00Z');
  const opened = track('club', '2026-11-21T17:50:00Z', 0);
  expect(datingTrack([empty, playing], 'lounge')).toBe(playing);
  expect(datingTrack([empty, playing], 'onde')).toBe(playing);
  // In a break of adverts the others go on.
  const before = track('lounge', '2026-11-21T17:30:00Z');
  expect(datingTrack([before, playing], 'lounge')).toBe(before);
  expect(datingTrack([empty, opened], 'lounge')).toBe(empty);
  expect(datingTrack([empty, opened, playing], 'lounge')).toBe(playing);
  expect(datingTrack([opened, playing], 'club')).toBe(opened);
  expect(datingTrack([playing], 'lounge')).toBeNull();
});

test('how far the clocks are apart is told by what was on air when it was asked for', () => {
  const told = (started_at: string, duration: number) => track('onde', started_at, duration);
  const tracks = [
    told('1970-01-01T00:00:00Z', 9),
    told('2026-11-14T17:39:00Z', 180),
    told('2026-11-21T12:00:00Z', 0),
    told('2026-11-21T17:39:00Z', 180),
  ];
  expect(radioAheadMs(tracks, NOW_MS)).toBe(0);
  expect(radioAheadMs(tracks, NOW_MS - 3_600_000)).toBe(3_540_000);
  expect(radioAheadMs(tracks, NOW_MS + 3_600_000)).toBe(-3_480_000);
  // A break of adverts is none.
  expect(radioAheadMs(tracks, NOW_MS + 600_000)).toBe(0);
  // A mix of an hour on one stream hides no hour by which a clock is wrong: the others tell it.
  const withMix = [...tracks, told('2026-11-21T17:30:00Z', 3_600)];
  expect(radioAheadMs(withMix, NOW_MS)).toBe(0);
  expect(radioAheadMs(withMix, NOW_MS - 3_600_000)).toBe(3_540_000);
  expect(radioAheadMs(withMix, NOW_MS + 3_600_000)).toBe(-3_480_000);
  expect(radioAheadMs([], NOW_MS)).toBe(0);
  expect(radioAheadMs(undefined, 0)).toBe(0);
});
