import { expect, test } from 'vitest';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { AudioRing } from './audio-ring.ts';
import { Timeline } from './timeline.ts';

const view = (fill: number, length = 418) => ({ bytes: Buffer.alloc(length, fill), start: 0, end: length });
const track = (number: number) => ({
  kind: 'track' as const,
  record: mediaRecord(number, `Artist ${number}`, 'Title'),
});
const jingle = {
  kind: 'jingle' as const,
  record: mediaRecord(99, '', 'Station', 'dance', { kind: 'jingle' }),
};

test('guests and members who hear the same share one ring', () => {
  const timeline = new Timeline(1000);
  timeline.begin(track(1));
  timeline.append(view(1));
  expect(timeline.ring('member')).toBe(timeline.ring('guest'));
});

test('a spot for guests alone parts the rings, and both meet again on the same frame', () => {
  const timeline = new Timeline(1000);
  timeline.begin(track(1));
  for (let i = 0; i < 50; i += 1) timeline.append(view(1));
  timeline.begin(
    { kind: 'spot', record: jingle.record },
    { member: { kind: 'interlude', record: jingle.record }, at: 0 },
  );
  for (let i = 0; i < 30; i += 1) timeline.append(view(2), view(3));
  timeline.begin(track(2));
  for (let i = 0; i < 20; i += 1) timeline.append(view(4));

  const [guest, member] = [timeline.ring('guest'), timeline.ring('member')];
  expect(guest).not.toBe(member);
  expect([guest.headFrame, member.headFrame]).toEqual([1100, 1100]);
  const heard = (ring: AudioRing) =>
    [1010, 1060, 1090].map((frame) => ring.slice(ring.positionOf(frame), ring.positionOf(frame + 1))[0]);
  expect(heard(guest)).toEqual([1, 2, 4]);
  expect(heard(member)).toEqual([1, 3, 4]);
});

test('rings that held the same for their whole length are one again', () => {
  const timeline = new Timeline(0);
  timeline.begin(track(1));
  for (let i = 0; i < 30; i += 1) timeline.append(view(2), view(3));
  for (let i = 1; i < AudioRing.CAPACITY_FRAMES; i += 1) timeline.append(view(4));
  expect(timeline.ring('member')).not.toBe(timeline.ring('guest'));
  timeline.append(view(4));
  expect(timeline.ring('member')).toBe(timeline.ring('guest'));
});

test('the title that stands at a frame is the last track, jingles and the bed left out', () => {
  const timeline = new Timeline(0);
  const play = (frames: number) => {
    for (let i = 0; i < frames; i += 1) timeline.append(view(1));
  };
  timeline.begin({ kind: 'bed', record: null });
  play(10);
  timeline.begin(track(1));
  play(10);
  timeline.begin(jingle);
  play(10);
  timeline.begin(track(2));
  play(10);
  expect([5, 15, 25, 35].map((frame) => timeline.trackAt(frame)?.artist)).toEqual([
    undefined,
    'Artist 1',
    'Artist 1',
    'Artist 2',
  ]);
  expect(timeline.entryAt(25)?.guest.kind).toBe('jingle');
});

test('a track that plays longer than the ring keeps its title', () => {
  const timeline = new Timeline(0);
  timeline.begin(track(1));
  for (let i = 0; i < AudioRing.CAPACITY_FRAMES * 2; i += 1) timeline.append(view(1));
  timeline.begin(jingle);
  timeline.append(view(1));
  expect(timeline.trackAt(timeline.headFrame - 1)?.artist).toBe('Artist 1');
});

test('a stream that has only jingles left keeps its last title, and no more entries than the ring needs', () => {
  const timeline = new Timeline(0);
  timeline.begin(track(1));
  timeline.append(view(1));
  const hour = (3_600_000 * 49) / 1280;
  for (let frame = 0; frame < hour; frame += 1000) {
    timeline.begin(jingle);
    for (let i = 0; i < 1000; i += 1) timeline.append(view(1));
  }
  expect(timeline.trackAt(timeline.headFrame - 1)?.artist).toBe('Artist 1');
  expect(timeline.entryAt(timeline.headFrame - 1)?.guest.kind).toBe('jingle');
  expect(timeline.entryCount).toBeLessThan(10);
});

/** The frame of each mark that a variant has, and its title. */
const marksOf = (timeline: Timeline, variant: 'guest' | 'member') =>
  timeline.marks(variant).map(({ startFrame, piece }) => [startFrame, piece.record?.artist ?? piece.kind]);

test('marks tell each piece once and by variant, however a break is cut into entries [W138]', () => {
  const timeline = new Timeline(1000);
  const play = (frames: number) => {
    for (let i = 0; i < frames; i += 1) timeline.append(view(1));
  };
  const spot = (before: number) => ({ ...track(7), kind: 'spot' as const, frames: 50, before });
  const bonus = (number: number, before: number) => ({ ...track(number), frames: 30, before });
  timeline.begin(track(1));
  play(100);
  timeline.begin(spot(0), { member: bonus(8, 0), at: 0 });
  play(30);
  timeline.begin(spot(30), { member: bonus(9, 0), at: 30 });
  play(20);
  timeline.begin(track(2));
  play(10);
  expect(marksOf(timeline, 'guest')).toEqual([
    [1000, 'Artist 1'],
    [1100, 'Artist 7'],
    [1150, 'Artist 2'],
  ]);
  expect(marksOf(timeline, 'member')).toEqual([
    [1000, 'Artist 1'],
    [1100, 'Artist 8'],
    [1130, 'Artist 9'],
    [1150, 'Artist 2'],
  ]);
  const breaks = [
    [1000, 1100],
    [1000, 1101],
    [1149, 1160],
    [1150, 1160],
  ].map(([first = 0, end = 0]) => timeline.breaksBetween(first, end));
  expect(breaks).toEqual([[], [1100], [1100], []]);
});

test('a piece whose beginning the timeline never held has the mark of where it began', () => {
  const timeline = new Timeline(1000);
  const member = { ...track(8), frames: 300, before: 20 };
  timeline.begin({ ...track(7), frames: 300, before: 120 }, { member, at: 420 });
  timeline.append(view(1), view(2));
  expect(marksOf(timeline, 'guest')).toEqual([[880, 'Artist 7']]);
  expect(marksOf(timeline, 'member')).toEqual([[980, 'Artist 8']]);
});

test('marks reach three minutes back, and to the begin of what was on air then', () => {
  const timeline = new Timeline(0);
  const minute = Math.round((60_000 * 49) / 1280);
  for (let number = 1; number <= 6; number += 1) {
    timeline.begin(track(number));
    for (let i = 0; i < minute; i += 1) timeline.append(view(1));
  }
  // The end of the third is just outside of the last 180 seconds.
  expect(marksOf(timeline, 'guest').map(([, artist]) => artist)).toEqual([
    'Artist 4',
    'Artist 5',
    'Artist 6',
  ]);
  timeline.begin({ kind: 'bed', record: null });
  expect(marksOf(timeline, 'guest').at(-1)).toEqual([6 * minute, 'bed']);
});

test('what was on air before a restart comes before what is on the ring, and not twice', () => {
  const timeline = new Timeline(1000);
  timeline.begin(track(3)).startFrame = 900;
  timeline.append(view(1));
  const earlier = [500, 700, 900].map((startFrame, at) => {
    const piece = track(at + 1);
    return { startFrame, guest: piece, member: piece };
  });
  timeline.remember(earlier);
  expect(marksOf(timeline, 'member')).toEqual([
    [500, 'Artist 1'],
    [700, 'Artist 2'],
    [900, 'Artist 3'],
  ]);
  expect(timeline.trackAt(899)?.artist).toBe('Artist 2');
});
