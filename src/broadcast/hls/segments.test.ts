import { expect, test } from 'vitest';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { PLAYLIST_SECONDS, SEGMENT_FRAMES, SEGMENT_KEPT_SECONDS, type Segment } from './segments.ts';
import {
  framesOf,
  openSegmentedStream,
  type SegmentedStreamOptions,
  START,
  timestampOf,
} from './testing/segmented-stream.ts';
import { ticksAt } from './timestamp-tag.ts';

const SECOND = framesIn(1_000);
const MINUTE = framesIn(60_000);
const HOUR = framesIn(3_600_000);
const frames = (first: number, count: number, music = 1) =>
  Array.from({ length: count }, (_, at) => [music, first + at]);
const numbers = (segments: readonly Segment[]) => segments.map(({ number }) => number);

test('a segment is 77 frames of the grid of instants, by whose count it is numbered', () => {
  const stream = openSegmentedStream();
  stream.play(10 * SECOND);
  const { segments } = stream;
  const [first] = segments.listed();
  expect(first?.number).toBe(Math.ceil(START / SEGMENT_FRAMES));
  for (const { number } of segments.listed()) {
    const bytes = segments.read(number, 'guest');
    expect(framesOf(bytes)).toEqual(frames(number * SEGMENT_FRAMES, SEGMENT_FRAMES));
    expect(timestampOf(bytes)).toBe(ticksAt(number * SEGMENT_FRAMES));
    expect(segments.read(number, 'member')).toBe(bytes);
  }
  expect(segments.read(segments.last + 1, 'guest')).toBeNull();
  expect(segments.read((first?.number ?? 0) - 1, 'guest')).toBeNull();
});

test('a playlist lists a minute, and each can be fetched for two more', () => {
  const stream = openSegmentedStream();
  const { segments } = stream;
  const seen = new Map<number, number>();
  for (let frame = 0; frame < 5 * MINUTE; frame += SECOND) {
    stream.play(SECOND);
    for (const number of numbers(segments.listed()))
      if (!seen.has(number)) seen.set(number, stream.timeline.headFrame);
    for (const [number, sinceFrame] of seen) {
      const age = stream.timeline.headFrame - sinceFrame;
      const isThere = segments.read(number, 'guest') !== null;
      if (age <= framesIn(SEGMENT_KEPT_SECONDS * 1000)) expect(isThere).toBe(true);
      if (age > framesIn((SEGMENT_KEPT_SECONDS + 10) * 1000)) expect(isThere).toBe(false);
    }
  }
  const listed = segments.listed();
  const seconds = (listed.length * SEGMENT_FRAMES * 1152) / 44_100;
  expect(seconds).toBeGreaterThanOrEqual(PLAYLIST_SECONDS);
  expect(seconds).toBeLessThan(PLAYLIST_SECONDS + 2.1);
  expect(numbers(listed)).toEqual(listed.map((_, at) => (listed[0]?.number ?? 0) + at));
  expect(segments.listed()).toBe(listed);
});

test('members have segments of their own where a break reaches into them, and the same ones elsewhere', () => {
  const stream = openSegmentedStream();
  stream.play(20 * SECOND);
  const breakFrame = stream.playBreak(200);
  stream.play(20 * SECOND);
  const { segments } = stream;
  for (const segment of segments.listed()) {
    const [guest, member] = [segments.read(segment.number, 'guest'), segments.read(segment.number, 'member')];
    const isInBreak = segment.end > breakFrame && segment.first < breakFrame + 200;
    expect(segments.breaksIn(segment)).toEqual(isInBreak ? [breakFrame] : []);
    if (!isInBreak) expect(member).toBe(guest);
    const heard = (music: number) =>
      frames(segment.first, SEGMENT_FRAMES).map(([, frame = 0]) => [
        frame >= breakFrame && frame < breakFrame + 200 ? music : 1,
        frame,
      ]);
    expect(framesOf(guest)).toEqual(heard(8));
    expect(framesOf(member)).toEqual(heard(9));
  }
});

test('dated anew, segments are told so from the next one on, and go on in sound and number', () => {
  const stream = openSegmentedStream();
  stream.play(20 * SECOND);
  const before = stream.segments.last;
  stream.redate(-HOUR);
  stream.play(20 * SECOND);
  const { segments } = stream;
  for (const { number, first, isDiscontinuity, sequence, dated } of segments.listed()) {
    expect(framesOf(segments.read(number, 'guest'))).toEqual(frames(first, SEGMENT_FRAMES));
    expect(first).toBe(number * SEGMENT_FRAMES);
    expect(isDiscontinuity).toBe(number === before + 1);
    expect(sequence).toBe(number > before ? 1 : 0);
    expect(dated).toBe(number > before ? first - HOUR : first);
  }
});

test('at a hole a short segment comes, then a discontinuity; numbers follow one another, dates leave the hole out', () => {
  const stream = openSegmentedStream();
  stream.play(20 * SECOND + 30);
  const end = stream.timeline.headFrame;
  stream.jump(40 * SECOND);
  const next = stream.timeline.headFrame;
  stream.play(20 * SECOND);
  const { segments } = stream;
  const listed = segments.listed();
  const numberBehind = Math.ceil(end / SEGMENT_FRAMES);
  expect(numbers(listed)).toEqual(listed.map((_, at) => (listed[0]?.number ?? 0) + at));
  for (const { number, first, end: until, isDiscontinuity, dated } of listed) {
    expect(until - first).toBe(number === numberBehind - 1 ? end % SEGMENT_FRAMES : SEGMENT_FRAMES);
    expect(isDiscontinuity).toBe(number === numberBehind);
    expect(dated).toBe(first);
    expect(number < numberBehind ? until <= end : first >= next).toBe(true);
    expect(framesOf(segments.read(number, 'guest'))).toEqual(frames(first, until - first));
    expect(timestampOf(segments.read(number, 'guest'))).toBe(ticksAt(number * SEGMENT_FRAMES));
  }
});

test('what lies before two holes can be fetched for as long as it is kept', () => {
  const stream = openSegmentedStream();
  stream.play(30 * SECOND + 10);
  const [first, firstEnd] = [stream.segments.last, stream.timeline.headFrame];
  stream.jump(20 * SECOND);
  stream.play(10 * SECOND + 3);
  const secondEnd = stream.timeline.headFrame;
  stream.jump(20 * SECOND);
  stream.play(10 * SECOND);
  const { segments } = stream;
  const listed = segments.listed();
  expect(listed.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(2);
  expect(listed.map(({ end }) => end)).toEqual(expect.arrayContaining([firstEnd, secondEnd]));
  expect(listed.some(({ number }) => number < first)).toBe(true);
  for (const { number, first: from, end } of listed)
    expect(framesOf(segments.read(number, 'guest'))).toEqual(frames(from, end - from));
});

/** A process that told of its segments for a minute, and what it left behind. */
function runBefore(options: SegmentedStreamOptions = {}) {
  const stream = openSegmentedStream(options);
  stream.play(MINUTE);
  stream.segments.tell();
  return { stream, told: stream.kept, last: stream.segments.last, headFrame: stream.timeline.headFrame };
}

test('after a restart the same sound has the same numbers, timestamps and dates', () => {
  const before = runBefore();
  const stream = openSegmentedStream({
    from: before.headFrame - 50 * SECOND,
    frames: 55 * SECOND,
    told: before.told,
  });
  const listed = stream.segments.listed();
  expect(listed.filter(({ sequence }) => sequence > 0)).toEqual([]);
  expect(numbers(listed)).toContain(before.last);
  for (const { number, dated } of listed.filter(({ number }) => number <= before.last)) {
    const old = before.stream.segments.find(number);
    expect(dated).toBe(old?.dated);
    const bytes = stream.segments.read(number, 'guest');
    expect(bytes?.equals(before.stream.segments.read(number, 'guest') ?? Buffer.alloc(0))).toBe(true);
  }
});

test('after a clock that was dated anew, too, and the stretches told before are told again', () => {
  const first = openSegmentedStream();
  first.play(MINUTE);
  first.redate(HOUR);
  first.play(40 * SECOND);
  first.segments.tell();
  // The next process counts by the clock that was set.
  const from = first.timeline.headFrame + HOUR - 90 * SECOND;
  const stream = openSegmentedStream({ from, frames: 92 * SECOND, told: first.kept });
  const [one] = stream.segments.listed();
  expect(stream.segments.last - first.segments.last).toBeLessThanOrEqual(1);
  expect(one?.dated).toBe(one && one.number * SEGMENT_FRAMES);
});

test.each<[string, SegmentedStreamOptions & { at: number }, { falls: boolean }]>([
  ['with other music', { at: 2 * SECOND, frames: MINUTE, music: 2 }, { falls: false }],
  ['after five minutes', { at: 5 * MINUTE, frames: 5 * SECOND }, { falls: false }],
  ['with the clock an hour back', { at: -HOUR, frames: MINUTE }, { falls: true }],
  ['with the clock a minute back and two segments', { at: -MINUTE, frames: 5 * SECOND }, { falls: true }],
  ['with the clock a day ahead', { at: 24 * HOUR, frames: 30 * SECOND }, { falls: false }],
])(
  'a restart %s is a discontinuity behind all that was told',
  (_, { at, frames: count = 0, music }, { falls }) => {
    const before = runBefore();
    const from = before.headFrame + at - count;
    const stream = openSegmentedStream({ from, frames: count, told: before.told, ...(music && { music }) });
    stream.play(10 * SECOND);
    const { segments } = stream;
    const listed = segments.listed();
    const [first] = listed.filter(({ sequence }) => sequence > 0);
    expect(first?.isDiscontinuity).toBe(true);
    expect(first?.sequence).toBe(1);
    expect(first?.number).toBeGreaterThan(before.last);
    expect(segments.last).toBeGreaterThan(before.last);
    // Where numbers stay those of the clock, nobody has to be found again.
    if (!falls) expect(first?.first).toBe((first?.number ?? 0) * SEGMENT_FRAMES);
    expect(numbers(listed)).toEqual(listed.map((__, index) => (listed[0]?.number ?? 0) + index));
    for (const { number, first: begin, dated } of listed) {
      expect(dated).toBe(begin);
      expect(framesOf(segments.read(number, 'guest'))).toEqual(frames(begin, SEGMENT_FRAMES, music));
    }
  },
);

test('whatever happens in any order: numbers never fall, follow one another, and every break in them is told', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const pick = (most: number) => Math.floor(random() * most);
  let stream = openSegmentedStream({ frames: 10 * SECOND });
  let music = 1;
  let highest = -1;
  let sequence = 0;
  for (let step = 0; step < 400; step += 1) {
    const head = stream.timeline.headFrame;
    switch (pick(12)) {
      case 0:
        stream.jump(11 * SECOND + pick(HOUR));
        break;
      case 1:
        stream.redate(pick(2 * HOUR) - HOUR);
        break;
      case 2:
        stream.playBreak(1 + pick(20 * SECOND));
        break;
      case 3: {
        // Killed, with a clock that may have been set, a journal that may be gone, and music that may be another's.
        const from = head + stream.timeline.dates.aheadFrames + pick(4 * MINUTE) - 2 * MINUTE;
        const isLost = pick(3) === 0;
        if (isLost || pick(3) === 0) music += 1;
        const frames = isLost ? 5 * SECOND : 100 * SECOND + pick(25 * SECOND);
        stream = openSegmentedStream({ from: from - frames, frames, told: stream.kept, music });
        break;
      }
      default:
        stream.play(1 + pick(20 * SECOND));
    }
    const { segments } = stream;
    const listed = segments.listed();
    segments.tell();
    for (const [at, segment] of listed.entries()) {
      const previous = listed[at - 1];
      const { number, first, end, isDiscontinuity, dated } = segment;
      const bytes = segments.read(number, 'guest');
      const heard = framesOf(bytes);
      // Some ten thousand of them: an assertion for each would take most of the time.
      const isSound =
        heard.length === end - first && heard.every(([, frame], index) => frame === first + index);
      if (!isSound) expect.fail(`segment ${number} holds other frames than ${first} to ${end}`);
      if (timestampOf(bytes) !== ticksAt(number * SEGMENT_FRAMES)) expect.fail(`timestamp of ${number}`);
      if (previous) {
        if (number !== previous.number + 1) expect.fail(`${number} follows ${previous.number}`);
        const goesOn = first === previous.end && dated - previous.dated === first - previous.first;
        if (!goesOn && !isDiscontinuity) expect.fail(`${number} does not go on and does not say so`);
        if (segment.sequence !== previous.sequence + Number(isDiscontinuity))
          expect.fail(`${number} miscounts discontinuities`);
      }
    }
    const last = listed.at(-1);
    if (last) {
      expect(last.number).toBeGreaterThanOrEqual(highest);
      expect(last.sequence).toBeGreaterThanOrEqual(sequence);
      [highest, sequence] = [last.number, last.sequence];
    }
  }
  expect(sequence).toBeGreaterThan(30);
});

test('a day and more in one go: each frame once, at its instant', () => {
  const stream = openSegmentedStream();
  let next: number | null = null;
  for (let frame = 0; frame < 27 * HOUR; frame += 20 * SECOND) {
    stream.play(20 * SECOND);
    for (const { number, first, end, dated, sequence } of stream.segments.listed()) {
      if (next !== null && first < next) continue;
      if ((next ?? first) !== first || sequence !== 0 || dated !== first) expect.fail(`segment ${number}`);
      if (stream.segments.read(number, 'guest') === null) expect.fail(`segment ${number}`);
      next = end;
    }
  }
  expect(next).toBeGreaterThan(START + 27 * HOUR - MINUTE);
});
