import { expect, test } from 'vitest';
import { type ListenersEntry, listenersEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { LISTENING_EVERY_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PROGRAMS_MAX } from './daily-hashes.ts';
import { FiguresTally } from './figures-tally.ts';
import { ListenerFigures, type Place } from './listener-figures.ts';
import { SAME_HEARD_MAX, SEGMENT_LISTENER_MS } from './segment-listeners.ts';
import { SentSound } from './sent-sound.ts';

const TEN = Date.UTC(2026, 10, 25, 10);
const DANCE: Place = { streamId: 'dance', variant: 'guest', transport: 'progressive' };
const MEMBERS: Place = { ...DANCE, variant: 'member' };
const CLUB: Place = { ...DANCE, streamId: 'club' };

function open(startMs = TEN + 10 * MINUTE_MS) {
  const clock = new ManualClock(startMs);
  const sent = new Map<Place, number>();
  const lines: ListenersEntry[] = [];
  let drawn = 0;
  const figures = new ListenerFigures({
    clock,
    dayOf: (ms) => new Date(ms).toISOString().slice(0, 10),
    draw: () => `chance ${drawn++}`,
    heardMs: () => [...sent].map(([place, ms]) => ({ ...place, ms })),
  });
  const tally = new FiguresTally({
    clock,
    take: () => figures.take(),
    append: (entry) => void lines.push(listenersEntrySchema.parse(JSON.parse(JSON.stringify(entry)))),
  });
  return { clock, sent, lines, figures, tally };
}

const caller = (number: number, userAgent = 'player') => ({ address: `192.0.2.${number}`, userAgent });
/** The figures that a line has of a place, of a stream, or of all. */
function of(line: ListenersEntry | undefined, scope: Partial<Place>) {
  const found = line?.counts.find(
    ({ streamId, variant, transport }) =>
      streamId === scope.streamId && variant === scope.variant && transport === scope.transport,
  );
  return found && [found.peak, found.joins, found.distinct, found.heardMs];
}

test('an hour has the most at once, who came, how many different ones and how much was heard', () => {
  const { clock, sent, lines, figures } = open();
  const first = figures.joined(DANCE, caller(1));
  figures.joined(MEMBERS, caller(2));
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  figures.joined(DANCE, caller(1));
  figures.joined(CLUB, caller(1));
  figures.joined(CLUB, caller(1, 'another player'));
  sent.set(DANCE, 100_000);
  sent.set(CLUB, 50_000);
  clock.advance(LISTENING_EVERY_MS);
  const [line] = lines;
  expect(line).toMatchObject({ startedMs: TEN + 10 * MINUTE_MS, hourMs: TEN, untilMs: TEN + 15 * MINUTE_MS });
  expect(of(line, DANCE)).toEqual([1, 2, 1, 100_000]);
  expect(of(line, MEMBERS)).toEqual([1, 1, 1, 0]);
  expect(of(line, { streamId: 'dance' })).toEqual([2, 3, 2, 100_000]);
  expect(of(line, { streamId: 'club' })).toEqual([2, 2, 2, 50_000]);
  expect(of(line, {})).toEqual([4, 5, 3, 150_000]);
  expect(line?.day).toEqual({
    day: '2026-11-25',
    sinceMs: TEN + 10 * MINUTE_MS,
    counts: [{ distinct: 3 }, { streamId: 'dance', distinct: 2 }, { streamId: 'club', distinct: 2 }],
  });
  expect(figures.present().map(({ listeners }) => listeners)).toEqual([1, 1, 2]);
});

test('who stays for hours is counted in each but came in the first, and what is heard in the one in which it was', () => {
  const { clock, sent, lines, figures } = open(TEN + 58 * MINUTE_MS);
  figures.joined(DANCE, caller(1));
  sent.set(DANCE, 120_000);
  clock.advance(2 * MINUTE_MS);
  sent.set(DANCE, 420_000);
  clock.advance(LISTENING_EVERY_MS);
  expect(lines.map(({ hourMs, startedMs }) => [hourMs, startedMs])).toEqual([
    [TEN, TEN + 58 * MINUTE_MS],
    [TEN + HOUR_MS, TEN + HOUR_MS],
  ]);
  expect(lines.map((line) => of(line, DANCE))).toEqual([
    [1, 1, 1, 120_000],
    [1, 0, 1, 300_000],
  ]);
  figures.joined(DANCE, caller(2));
  clock.advance(LISTENING_EVERY_MS);
  expect([of(lines.at(-1), DANCE), of(lines.at(-1), {})]).toEqual(Array(2).fill([2, 1, 2, 300_000]));
});

test('while nothing is new nothing is written, and what is left is written at the end', () => {
  const { clock, lines, figures, tally } = open();
  clock.advance(3 * HOUR_MS);
  expect(lines).toEqual([]);
  const listener = figures.joined(DANCE, caller(1));
  listener[Symbol.dispose]();
  clock.advance(HOUR_MS);
  expect(lines).toHaveLength(1);
  figures.joined(DANCE, caller(1))[Symbol.dispose]();
  tally[Symbol.dispose]();
  clock.advance(HOUR_MS);
  expect(lines).toHaveLength(2);
});

test('a day begins with a new salt, and with those who are there', () => {
  const { clock, lines, figures } = open(Date.UTC(2026, 10, 25, 23, 58));
  figures.joined(DANCE, caller(1));
  figures.joined(DANCE, caller(2))[Symbol.dispose]();
  clock.advance(2 * MINUTE_MS);
  figures.joined(DANCE, caller(1));
  figures.joined(DANCE, caller(3));
  clock.advance(LISTENING_EVERY_MS);
  expect(lines.map(({ day: { day, counts } }) => [day, counts[0]?.distinct])).toEqual([
    ['2026-11-25', 2],
    ['2026-11-26', 2],
  ]);
});

test('a clock that ran ahead leaves hours of the future behind, and the true ones are counted whole', () => {
  const { clock, sent, lines, figures } = open(TEN + 10 * MINUTE_MS + 365 * 24 * HOUR_MS);
  figures.joined(DANCE, caller(1));
  sent.set(DANCE, 10_000);
  clock.advance(LISTENING_EVERY_MS);
  clock.setWallClock(TEN + 16 * MINUTE_MS);
  clock.advance(LISTENING_EVERY_MS);
  sent.set(DANCE, 90_000);
  clock.advance(LISTENING_EVERY_MS);
  const last = lines.at(-1);
  expect(last?.hourMs).toBe(TEN);
  expect(of(last, DANCE)).toEqual([1, 0, 1, 80_000]);
});

test('who fetches segments is one listener until none has been fetched for a while', () => {
  const { clock, figures } = open();
  const place = { streamId: 'dance', variant: 'guest' } as const;
  const frames = (number: number) => ({ fromFrame: 153 * number, untilFrame: 153 * (number + 1) });
  expect(figures.segmentSent(place, caller(1), frames(0)).countedFrame).toBe(Number.NEGATIVE_INFINITY);
  expect(figures.segmentSent(place, caller(1), frames(1))).toMatchObject({
    sinceFrame: 0,
    countedFrame: 153,
  });
  figures.segmentSent(place, caller(2), frames(1));
  const hls = () => figures.present().find(({ transport }) => transport === 'hls')?.listeners;
  expect(hls()).toBe(2);
  clock.advance(SEGMENT_LISTENER_MS / 2);
  // A segment was lost: what follows is no longer in one go.
  expect(figures.segmentSent(place, caller(1), frames(3))).toMatchObject({
    sinceFrame: 459,
    countedFrame: 306,
  });
  clock.advance(SEGMENT_LISTENER_MS / 2 + 1);
  expect(hls()).toBe(1);
  clock.advance(SEGMENT_LISTENER_MS);
  expect(hls()).toBe(0);
  expect(figures.joins()).toEqual([{ ...place, transport: 'hls', joins: 2 }]);
});

test('programs that one address makes up are not listeners without an end, and true ones are told apart [R177]', () => {
  const { clock, lines, figures } = open();
  for (let program = 0; program < 20_000; program += 1)
    figures.joined(DANCE, caller(1, `made up ${program}`))[Symbol.dispose]();
  clock.advance(LISTENING_EVERY_MS);
  expect(lines.at(-1)?.day.counts[0]?.distinct).toBeLessThanOrEqual(PROGRAMS_MAX);
  expect(lines.at(-1)?.counts[0]?.distinct).toBeLessThanOrEqual(PROGRAMS_MAX);
  const many = open();
  for (let number = 0; number < 200; number += 1)
    for (const program of ['one', 'two', 'three']) many.figures.joined(CLUB, caller(number, program));
  many.clock.advance(LISTENING_EVERY_MS);
  expect(many.lines[0]?.day.counts[0]?.distinct).toBeGreaterThan(0.98 * 600);
});

test('what one address fetches again and again in segments counts as heard by a few people at most [R178]', () => {
  const { clock, figures } = open();
  const sound = new SentSound();
  const fetch = (number: number, times: number, from = caller(1)) => {
    const [first, end] = [77 * number, 77 * (number + 1)];
    for (let time = 0; time < times; time += 1)
      sound.segmentSent(
        first,
        end,
        figures.segmentSent({ streamId: 'dance', variant: 'guest' }, from, {
          fromFrame: first,
          untilFrame: end,
        }),
      );
  };
  const mostMs = (ms: number) => SAME_HEARD_MAX * (SEGMENT_LISTENER_MS + ms);
  fetch(0, 16_000);
  expect(sound.segmentsMs).toBeCloseTo((16_000 * 77 * 1280) / 49);
  expect(sound.heardSegmentsMs).toBeLessThanOrEqual(mostMs(0));
  // Nor does it help to stay for an hour, or to come back as if anew.
  for (let time = 0; time < 60; time += 1) {
    clock.advance(SEGMENT_LISTENER_MS + 1);
    fetch(time, 300);
  }
  for (let time = 0; time < 60; time += 1) {
    clock.advance(SEGMENT_LISTENER_MS - 1);
    fetch(time, 300);
  }
  expect(sound.heardSegmentsMs).toBeLessThanOrEqual(mostMs(120 * SEGMENT_LISTENER_MS));
});

test('a class behind one address is heard whole in segments, and so is who begins as far back as there are any [R178]', () => {
  const { clock, figures } = open();
  const sound = new SentSound();
  const fetch = (number: number, from: ReturnType<typeof caller>) =>
    sound.segmentSent(
      77 * number,
      77 * (number + 1),
      figures.segmentSent({ streamId: 'dance', variant: 'guest' }, from, {
        fromFrame: 77 * number,
        untilFrame: 77 * (number + 1),
      }),
    );
  for (let number = 0; number < 60; number += 1) fetch(number, caller(2));
  for (let second = 0; second < 3_600; second += 2) {
    clock.advance(2_000);
    for (let pupil = 0; pupil < SAME_HEARD_MAX - 1; pupil += 1) fetch(second / 2, caller(1));
    // What comes out of order, or again after a mistake, was heard too.
    fetch(60 + (second ^ 2) / 2, caller(2));
  }
  expect(sound.heardSegmentsMs).toBeCloseTo(sound.segmentsMs);
});

test('a household of IPv6 with one program is one listener, whatever part of its addresses it uses', () => {
  const { clock, lines, figures } = open();
  for (const address of ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1'])
    figures.joined(DANCE, { address, userAgent: 'player' });
  clock.advance(LISTENING_EVERY_MS);
  expect(of(lines[0], {})).toEqual([3, 3, 2, 0]);
});
