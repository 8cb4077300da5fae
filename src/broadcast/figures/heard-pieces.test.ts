import { expect, test } from 'vitest';
import type { HeardEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { heardEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import { frameInstant, framesIn, wholeFrameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import { type Piece, Timeline } from '#src/broadcast/timeline/timeline.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { HeardPieces } from './heard-pieces.ts';
import { type PieceCount, SentSound } from './sent-sound.ts';

const FIRST = 70_000_000;
const view = { bytes: Buffer.alloc(418, 1), start: 0, end: 418 };
const other = { bytes: Buffer.alloc(418, 2), start: 0, end: 418 };
const piece = (kind: 'track' | 'spot' | 'interlude', number: number): Piece => ({
  kind,
  record: mediaRecord(number, 'Artist', `Title ${number}`, 'dance', { kind }),
});
const [one, two] = [piece('track', 1), piece('track', 2)];
const idOf = ({ record }: Piece) => record?.id;

/** Says which pieces it still counts. */
class WatchedSound extends SentSound {
  readonly pieces = new Set<PieceCount>();

  override begin(piece: PieceCount): void {
    super.begin(piece);
    this.pieces.add(piece);
  }

  override forget(gone: ReadonlySet<PieceCount>): void {
    super.forget(gone);
    for (const piece of gone) this.pieces.delete(piece);
  }
}

/** A stream whose listeners are served by hand. */
function openStream(before: (timeline: Timeline) => void = () => {}) {
  const timeline = new Timeline(FIRST);
  before(timeline);
  const sound = { guest: new WatchedSound(), member: new WatchedSound() };
  const lines: HeardEntry[] = [];
  const heard = new HeardPieces({
    streamId: 'dance',
    timeline,
    sound,
    append: (entry) => void lines.push(heardEntrySchema.parse(JSON.parse(JSON.stringify(entry)))),
  });
  const served = { guest: timeline.ring('guest').head, member: timeline.ring('member').head };
  return {
    timeline,
    sound,
    lines,
    heard,
    of: (which: Piece) => lines.filter(({ id }) => id === idOf(which)),
    play(frames: number, inBreak = false) {
      for (let frame = 0; frame < frames; frame += 1) timeline.append(view, inBreak ? other : view);
      heard.follow();
    },
    /** Sends all that is new to so many listeners, of whom some began at or before a position. */
    serve(
      variant: 'guest' | 'member',
      listeners: number,
      beganBy: (position: number) => number = () => listeners,
    ) {
      const to = timeline.ring(variant).head;
      sound[variant].sent({ from: served[variant], to }, listeners, { beganBy });
      served[variant] = to;
    },
  };
}

test('a piece that nobody hears has one line, which says when it ended', () => {
  const stream = openStream();
  stream.timeline.begin(one);
  stream.play(100);
  stream.timeline.begin(two);
  stream.play(framesIn(10_000));
  expect(stream.lines).toEqual([
    {
      kind: 'heard',
      streamId: 'dance',
      piece: 'track',
      id: idOf(one),
      startedMs: wholeFrameInstant(FIRST),
      fromMs: wholeFrameInstant(FIRST),
      endedMs: wholeFrameInstant(FIRST) + Math.round(frameInstant(100)),
    },
  ]);
});

test('a listener counts for each piece of which a frame came, and its seconds for the piece they are of', () => {
  const stream = openStream();
  stream.timeline.begin(one);
  stream.play(100);
  stream.serve('guest', 3);
  stream.play(10);
  stream.timeline.begin(two);
  stream.play(20);
  stream.serve('guest', 2);
  stream.play(framesIn(10_000));
  const [atEnd, whenSent] = stream.of(one);
  expect(atEnd?.guest?.listeners).toBe(3);
  // 128 kbit/s: 16 bytes are a millisecond.
  expect(atEnd?.guest?.sentMs).toBe(Math.round((3 * 100 * 418) / 16));
  expect(whenSent?.guest).toEqual({
    listeners: 3,
    whole: 2,
    sentMs: Math.round(((3 * 100 + 2 * 10) * 418) / 16),
  });
  expect(stream.of(one)).toHaveLength(2);
  stream.heard[Symbol.dispose]();
  expect(stream.of(two).at(-1)?.guest).toEqual({
    listeners: 2,
    whole: 0,
    sentMs: Math.round((2 * 20 * 418) / 16),
  });
});

test('whoever joins counts for what the burst reaches back to, and not again when coming back with `from`', () => {
  const stream = openStream();
  stream.timeline.begin(one);
  stream.play(100);
  stream.timeline.begin(two);
  stream.play(50);
  const ring = stream.timeline.ring('guest');
  const burst = { from: ring.positionOf(FIRST + 90), to: ring.head };
  stream.sound.guest.joined(burst, null);
  stream.sound.guest.joined(burst, FIRST + 90);
  stream.heard[Symbol.dispose]();
  expect(stream.of(one).at(-1)?.guest).toMatchObject({ listeners: 1, whole: 0 });
  // The second was here before the piece began.
  expect(stream.of(two).at(-1)?.guest).toMatchObject({ listeners: 2, whole: 0 });
});

test('in a break guests are counted by spot and members by what they hear, a spot once whatever members hear', () => {
  const stream = openStream();
  const [spot, interlude, more] = [piece('spot', 7), piece('interlude', 8), piece('track', 9)];
  stream.timeline.begin(one);
  stream.play(10);
  stream.serve('guest', 5);
  stream.serve('member', 2);
  stream.timeline.begin(spot, { member: interlude, at: 0 });
  stream.play(30, true);
  stream.timeline.begin({ ...spot, before: 30 }, { member: more, at: 30 });
  stream.play(30, true);
  stream.timeline.begin(two);
  stream.play(10);
  stream.serve('guest', 5, () => 4);
  stream.serve('member', 2);
  stream.play(framesIn(10_000));
  const last = (which: Piece) => {
    const { piece: kind, endedMs = 0, startedMs = 0, guest, member } = stream.of(which).at(-1) ?? {};
    return { kind, frames: Math.round(((endedMs - startedMs) * 49) / 1280), guest, member };
  };
  const sent = (listeners: number, frames: number) => Math.round((listeners * frames * 418) / 16);
  expect(last(spot)).toEqual({
    kind: 'spot',
    frames: 60,
    guest: { listeners: 5, whole: 4, sentMs: sent(5, 60) },
    member: undefined,
  });
  expect(last(interlude)).toEqual({
    kind: 'interlude',
    frames: 30,
    guest: undefined,
    member: { listeners: 2, whole: 2, sentMs: sent(2, 30) },
  });
  // A track in place of an advert is no play.
  expect(last(more)).toMatchObject({ kind: 'interlude', frames: 30, member: { listeners: 2 } });
  expect(last(one)).toMatchObject({ kind: 'track', guest: { listeners: 5 }, member: { listeners: 2 } });
});

test('after a restart a piece that goes on says from when it was counted, one that was over says what was added', () => {
  const stream = openStream((timeline) => {
    timeline.begin(one);
    for (let frame = 0; frame < 100; frame += 1) timeline.append(view);
    timeline.begin(two);
    for (let frame = 0; frame < 50; frame += 1) timeline.append(view);
  });
  stream.play(10);
  expect(stream.lines).toEqual([]);
  const ring = stream.timeline.ring('guest');
  stream.sound.guest.joined({ from: ring.positionOf(FIRST + 95), to: ring.head }, FIRST + 95);
  stream.sound.guest.joined({ from: ring.positionOf(FIRST + 95), to: ring.head }, null);
  stream.heard[Symbol.dispose]();
  const opened = wholeFrameInstant(FIRST + 150);
  expect(stream.of(one)).toMatchObject([
    { startedMs: wholeFrameInstant(FIRST), fromMs: opened, guest: { listeners: 1 } },
  ]);
  expect(stream.of(two)).toMatchObject([
    { startedMs: wholeFrameInstant(FIRST + 100), fromMs: opened, guest: { listeners: 2 } },
  ]);
});

test('a piece has the instant that the journal has it at, whenever the clock was set', () => {
  const stream = openStream();
  stream.timeline.begin(one);
  stream.play(100);
  const hour = framesIn(3_600_000);
  // At a join: what is over keeps its time.
  stream.timeline.dates.redate(hour);
  stream.timeline.begin(two);
  stream.play(10);
  expect(stream.of(one)).toMatchObject([{ startedMs: wholeFrameInstant(FIRST) }]);
  // In the middle of a piece the journal has it anew.
  stream.timeline.dates.redate(2 * hour);
  stream.play(10);
  stream.timeline.begin(one);
  stream.play(1);
  expect(stream.of(two)).toMatchObject([{ startedMs: wholeFrameInstant(FIRST + 100 + 2 * hour) }]);
});

test('segments count their listener for the pieces that are new, and once whole when no segment is missing', () => {
  const stream = openStream();
  stream.timeline.begin(one);
  stream.play(100);
  stream.timeline.begin(two);
  stream.play(200);
  const { guest } = stream.sound;
  guest.segmentSent(FIRST, FIRST + 60, { sinceFrame: FIRST, countedFrame: FIRST, heardMs: 0 });
  guest.segmentSent(FIRST + 60, FIRST + 120, { sinceFrame: FIRST, countedFrame: FIRST + 60, heardMs: 0 });
  // The same one again.
  guest.segmentSent(FIRST + 60, FIRST + 120, { sinceFrame: FIRST, countedFrame: FIRST + 120, heardMs: 0 });
  stream.heard[Symbol.dispose]();
  expect(stream.of(one).at(-1)?.guest).toEqual({
    listeners: 1,
    whole: 1,
    sentMs: Math.round(frameInstant(60 + 40 + 40)),
  });
  expect(stream.of(two).at(-1)?.guest).toMatchObject({ listeners: 1, whole: 0 });
});

test('what is sent late, to somebody who catches up, is told when the piece has left the ring', () => {
  const stream = openStream();
  stream.timeline.begin(one);
  stream.play(100);
  stream.timeline.begin(two);
  stream.play(framesIn(10_000));
  expect(stream.of(one)).toHaveLength(1);
  const ring = stream.timeline.ring('guest');
  const [from, end] = [ring.positionOf(FIRST + 50), ring.positionOf(FIRST + 100)];
  stream.sound.guest.joined({ from, to: end }, null);
  for (let second = 0; second < 125; second += 1) stream.play(framesIn(1000));
  expect(stream.of(one)).toHaveLength(2);
  expect(stream.of(one).at(-1)?.guest).toMatchObject({ listeners: 1 });
  // From then on nobody can be sent it, and it is not kept: a radio plays for months.
  expect([stream.sound.guest.pieces.size, stream.sound.member.pieces.size]).toEqual([1, 1]);
  stream.heard[Symbol.dispose]();
  expect(stream.of(one)).toHaveLength(2);
});
