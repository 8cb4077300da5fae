import { expect, test } from 'vitest';
import { type DatedSegment, DatedSegments } from './dated-segments.ts';

const T = 1_790_000_000_000;
const SECONDS = 2;

/** Numbers from `first` on, each dated behind the one before it, but for the leap of one of them. */
function segments(first: number, last: number, leap?: { at: number; byMs: number }): DatedSegment[] {
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const number = first + at;
    const moved = leap && number >= leap.at ? leap.byMs : 0;
    return {
      number,
      datedMs: T + number * SECONDS * 1000 + moved,
      seconds: SECONDS,
      isDiscontinuity: number === leap?.at,
    };
  });
}

test('what was listed before the clock was set is dated by as much later once that is said [R190]', () => {
  const dates = new DatedSegments();
  dates.take(segments(1, 12, { at: 10, byMs: 3_600_000 }));
  expect([dates.movedMs(7), dates.believe(7), dates.movedMs(7), dates.movedMs(9)]).toEqual([
    0,
    true,
    3_600_000,
    3_600_000,
  ]);
  expect([dates.movedMs(10), dates.movedMs(12)]).toEqual([0, 0]);
});

test('a clock that was set back dates it earlier', () => {
  const dates = new DatedSegments();
  dates.take(segments(1, 12, { at: 10, byMs: -90_000 }));
  dates.believe(8);
  expect(dates.movedMs(8)).toBe(-90_000);
});

test('a hole in the sound moves no date, and nothing ahead is nothing to believe', () => {
  const dates = new DatedSegments();
  dates.take(segments(1, 12, { at: 10, byMs: 30_000 }));
  expect([dates.movedMs(7), dates.believe(11)]).toEqual([0, false]);
  expect(new DatedSegments().believe(3)).toBe(false);
});

test('a leap stays known while what lies before it is heard, from playlist to playlist', () => {
  const dates = new DatedSegments();
  dates.take(segments(1, 12, { at: 10, byMs: 5_000 }));
  dates.believe(4);
  dates.take(segments(3, 20, { at: 10, byMs: 5_000 }));
  expect(dates.movedMs(4)).toBe(5_000);
  dates.take(segments(10, 30, { at: 10, byMs: 5_000 }));
  expect(dates.movedMs(4)).toBe(0);
});

test('dates that are rounded are no leap', () => {
  const dates = new DatedSegments();
  dates.take(segments(1, 12, { at: 10, byMs: 12 }));
  expect(dates.believe(4)).toBe(false);
});
