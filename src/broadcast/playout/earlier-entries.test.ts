import { expect, test } from 'vitest';
import { frameHolding, frameInstant, wholeFrameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import { VARIANTS } from '#src/broadcast/timeline/timeline.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { entriesBetween } from './earlier-entries.ts';

const START = frameHolding(Date.UTC(2026, 10, 21, 12));
const media = (number: number, frames: number, kind: MediaKind = 'track') =>
  mediaRecord(number, `Artist ${number}`, 'Title', 'dance', {
    kind,
    frames,
    durationMs: frameInstant(frames),
  });
const records = [
  media(1, 1000),
  media(2, 1000),
  media(11, 300, 'spot'),
  media(12, 400, 'spot'),
  media(21, 500),
];
const library = { find: (id: string) => records.find((record) => record.id === id) ?? null };
const ids = records.map(({ id }) => id);

/** A play that began so many frames after the start. */
function play(number: number, frame: number, advert?: ReturnType<typeof journalEntry>['advert']) {
  const record = records.find(({ artist }) => artist === `Artist ${number}`);
  if (!record) throw new Error(`no record ${number}`);
  return { ...journalEntry(record, 'dance', wholeFrameInstant(START + frame)), advert };
}
const told = (plays: ReturnType<typeof play>[], from: number, until: number, from_ = library) =>
  entriesBetween(plays, from_, frameInstant(START + from), frameInstant(START + until)).map((entry) => [
    entry.startFrame - START,
    ...VARIANTS.map((variant) => entry[variant].record?.artist ?? entry[variant].kind),
  ]);

test('plays that had not ended come back at their frames, and none that was over or is to come', () => {
  const plays = [play(1, 0), play(2, 1000), play(1, 2000), play(2, 3000)];
  expect(told(plays, 1500, 2500)).toEqual([
    [1000, 'Artist 2', 'Artist 2'],
    [2000, 'Artist 1', 'Artist 1'],
  ]);
});

test('a break comes back for guests and members, cut wherever one of them hears another piece', () => {
  const bonus = [
    { id: ids[4] ?? '', frames: 500 },
    { id: ids[1] ?? '', frames: 200 },
  ];
  const spots = [
    { id: ids[2] ?? '', frames: 300 },
    { id: ids[3] ?? '', frames: 400 },
  ];
  const plays = [
    play(1, 0),
    play(11, 1000, { spots, bonus, at: 0 }),
    play(12, 1300, { spots, bonus, at: 1 }),
    play(2, 1700),
  ];
  expect(told(plays, 0, 2000)).toEqual([
    [0, 'Artist 1', 'Artist 1'],
    [1000, 'Artist 11', 'Artist 21'],
    [1300, 'Artist 12', 'Artist 21'],
    [1500, 'Artist 12', 'Artist 2'],
    [1700, 'Artist 2', 'Artist 2'],
  ]);
  const without = told(plays, 0, 2000, { find: (id) => (id === ids[4] ? null : library.find(id)) });
  expect(without.map(([frame]) => frame)).toEqual([0, 1700]);
});

test('of instants that a clock set back has twice, those written last count', () => {
  const first = [play(1, 0), play(2, 1000), play(1, 2000)];
  const again = [play(2, 900), play(1, 1900)];
  expect(told([...first, ...again], 500, 2500)).toEqual([
    [900, 'Artist 2', 'Artist 2'],
    [1900, 'Artist 1', 'Artist 1'],
  ]);
});
