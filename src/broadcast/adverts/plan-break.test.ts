import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { type BreakGround, type BreakPart, planBreak } from './plan-break.ts';

const SECOND_FRAMES = 38;
const piece = (number: number, kind: MediaKind, frames: number): MediaRecord =>
  mediaRecord(number, `Artist ${number}`, `Title ${number}`, 'dance', { kind, frames });
const shelf = (records: readonly MediaRecord[]) =>
  records.map((record) => ({ record, artist: record.artist, folders: [''] }));

/** A break of `count` of the pieces; `heard` are ids, the one heard longest ago first. */
function plan(
  records: readonly MediaRecord[],
  { count = 2, heard = [], resting = [] }: { count?: number; heard?: string[]; resting?: string[] } = {},
) {
  const of = (kind: MediaKind) => shelf(records.filter((record) => record.kind === kind));
  const ground: BreakGround = {
    spots: of('spot'),
    interludes: of('interlude'),
    tracks: of('track'),
    count,
    heardMs: ({ id }) => (heard.includes(id) ? heard.indexOf(id) : Number.NEGATIVE_INFINITY),
    resting: new Set(resting),
  };
  return planBreak(ground);
}
const sum = (parts: readonly BreakPart[] = []) => parts.reduce((all, { frames }) => all + frames, 0);
const brief = (parts: readonly BreakPart[] = []) => parts.map(({ record, frames }) => [record.title, frames]);

const SPOTS = [1, 2, 3].map((number) => piece(number, 'spot', 15 * SECOND_FRAMES));
const TRACKS = [21, 22, 23, 24, 25].map((number) => piece(number, 'track', 180 * SECOND_FRAMES));

test('without spots there is no break', () => {
  expect(plan([piece(9, 'interlude', 500), ...TRACKS])).toBeNull();
});

test('spots take turns: the ones heard longest ago come first, no two alike', () => {
  const heard: string[] = [];
  const played: string[] = [];
  for (let count = 0; count < 30; count += 1) {
    const spots = plan([...SPOTS, ...TRACKS], { heard })?.spots ?? [];
    for (const { record } of spots) {
      played.push(record.title);
      heard.splice(0, heard.length, ...heard.filter((id) => id !== record.id), record.id);
    }
  }
  expect(played).toHaveLength(60);
  expect(played.every((title, at) => title !== played[at - 1])).toBe(true);
  for (const { title } of SPOTS) expect(played.filter((one) => one === title)).toHaveLength(20);
});

test('a spot that cannot be played leaves its place to the next', () => {
  const [first] = SPOTS;
  const spots = plan([...SPOTS, ...TRACKS], { resting: [first?.id ?? ''] })?.spots;
  expect(brief(spots).map(([title]) => title)).toEqual(['Title 2', 'Title 3']);
});

test('members hear interludes as long as the spots, uncut, where there are such', () => {
  const interludes = [
    piece(11, 'interlude', 90 * SECOND_FRAMES),
    ...[12, 13].map((n) => piece(n, 'interlude', 15 * SECOND_FRAMES)),
  ];
  expect(brief(plan([...SPOTS, ...interludes])?.bonus)).toEqual([
    ['Title 12', 15 * SECOND_FRAMES],
    ['Title 13', 15 * SECOND_FRAMES],
  ]);
});

test('else one that is longer, cut', () => {
  const interludes = [piece(11, 'interlude', 20 * SECOND_FRAMES), piece(12, 'interlude', 90 * SECOND_FRAMES)];
  expect(brief(plan([...SPOTS, ...interludes])?.bonus)).toEqual([['Title 12', 30 * SECOND_FRAMES]]);
});

test('else several, and the last two share what is too little for one', () => {
  const interludes = [11, 12].map((number) => piece(number, 'interlude', 28 * SECOND_FRAMES));
  expect(brief(plan([...SPOTS, ...interludes])?.bonus)).toEqual([
    ['Title 11', 15 * SECOND_FRAMES],
    ['Title 12', 15 * SECOND_FRAMES],
  ]);
  const short = piece(11, 'interlude', 4 * SECOND_FRAMES);
  expect(sum(plan([...SPOTS, short])?.bonus)).toBe(30 * SECOND_FRAMES);
});

test('without interludes members hear a track that is neither just over nor about to come', () => {
  const heard = TRACKS.map(({ id }) => id);
  expect(brief(plan([...SPOTS, ...TRACKS], { heard })?.bonus)).toEqual([['Title 23', 30 * SECOND_FRAMES]]);
});

test('where there is nothing but spots, members hear the bed', () => {
  expect(plan(SPOTS)).toMatchObject({ spots: [{}, {}], bonus: [] });
});

test('a break lasts ten minutes at most, and never less than one spot that fits', () => {
  const long = [1, 2, 3].map((number) => piece(number, 'spot', 280 * SECOND_FRAMES));
  expect(plan([...long, ...TRACKS], { count: 3 })?.spots).toHaveLength(2);
  expect(plan([piece(1, 'spot', 3600 * SECOND_FRAMES), ...TRACKS])).toBeNull();
});

test('whatever there is, both variants have the same number of frames, and members never an advert', () => {
  const frames = fc.integer({ min: 1, max: 4000 });
  const some = (kind: MediaKind, from: number) =>
    fc.array(frames, { maxLength: 6 }).map((all) => all.map((count, at) => piece(from + at, kind, count)));
  fc.assert(
    fc.property(
      some('spot', 1),
      some('interlude', 20),
      some('track', 40),
      fc.integer({ min: 1, max: 5 }),
      (spots, interludes, tracks, count) => {
        const chosen = plan([...spots, ...interludes, ...tracks], { count });
        if (chosen === null) return;
        const { bonus } = chosen;
        if (bonus.length > 0) expect(sum(bonus)).toBe(sum(chosen.spots));
        expect(bonus.every(({ record, frames }) => record.kind !== 'spot' && frames <= record.frames)).toBe(
          true,
        );
        expect(bonus.every((part) => part.frames > 0)).toBe(true);
        expect(bonus.length).toBeGreaterThanOrEqual(Math.min(1, interludes.length + tracks.length));
      },
    ),
  );
});
