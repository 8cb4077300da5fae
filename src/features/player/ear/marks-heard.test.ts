import { expect, test } from 'vitest';
import type { WireMark } from '#src/broadcast/now-playing/marks.wire.ts';
import { askAgainAtMs, isDatedAnew, markHeardAt } from './marks-heard.ts';

const T = Date.UTC(2026, 10, 21, 12);

const mark = (kind: WireMark['kind'], at: number, titre: string, duration = 200): WireMark => ({
  first_ms: T + at * 1000,
  kind,
  artiste: 'Someone',
  titre,
  slug: kind === 'track' ? titre : '',
  pochette: `/covers/${titre}.jpg`,
  duration,
});

const marks = [
  mark('track', 0, 'a'),
  mark('jingle', 200, 'j', 5),
  mark('track', 205, 'b'),
  mark('spot', 405, 's', 20),
  mark('interlude', 425, 'i', 40),
  mark('bed', 465, ''),
  mark('track', 470, 'c'),
];
const named = (second: number) => {
  const heard = markHeardAt(marks, T + second * 1000);
  return heard && [heard.named?.titre ?? null, heard.nextMs === null ? null : (heard.nextMs - T) / 1000];
};

test.each([
  [0, 'a', 200],
  [199.999, 'a', 200],
  [200, 'a', 205],
  [205, 'b', 405],
  [410, 'b', 425],
  [430, 'i', 465],
  [466, 'b', 470],
  [470, 'c', null],
  [9_999, 'c', null],
])('at second %d one hears %s, and another piece from second %o on', (second, title, next) => {
  expect(named(second)).toEqual([title, next]);
});

test('before the first mark nobody knows, and a jingle without a track before it has no name', () => {
  expect(named(-1)).toBeUndefined();
  expect(markHeardAt([], T)).toBeUndefined();
  expect(markHeardAt([mark('jingle', 0, 'j')], T)).toEqual({ named: null, nextMs: null });
});

test('marks that have gone on are the same timeline; those of another date are not', () => {
  const later = [...marks.slice(3), mark('track', 670, 'd')];
  expect(isDatedAnew(marks, later)).toBe(false);
  const shifted = later.map((one) => ({ ...one, first_ms: one.first_ms + 7_000 }));
  expect(isDatedAnew(marks, shifted)).toBe(true);
  expect(isDatedAnew([], later)).toBe(false);
});

test('a station of one track that is dated anew by its length is not noticed, and need not be', () => {
  const loop = [0, 10, 20].map((at) => mark('track', at, 'a', 10));
  const shifted = loop.map((one) => ({ ...one, first_ms: one.first_ms + 10_000 }));
  expect(isDatedAnew(loop, shifted)).toBe(false);
});

const askAgain = (last: WireMark, behind: number, chance: number) =>
  (askAgainAtMs({ now_ms: T + 100_000, marks: [last] }, T + 100_000 - behind * 1000, chance) - T) / 1000;

test('marks are asked for when the piece has ended on the air, and before that is heard', () => {
  const track = mark('track', 0, 'a');
  expect(askAgain(track, 4.3, 0)).toBeCloseTo(200 - 4.3 + 1.2, 6);
  expect(askAgain(track, 4.3, 1)).toBeCloseTo(199, 6);
  expect(askAgain(track, 60, 0.5)).toBeCloseTo((141.2 + 199) / 2, 6);
});

test('who hears nearly what is on the air asks as soon as there is something to tell', () => {
  const track = mark('track', 0, 'a');
  for (const chance of [0, 1]) expect(askAgain(track, 1, chance)).toBeCloseTo(200.2, 6);
});

test('a piece that lasts longer than it said, and one without an end, are asked for now and then', () => {
  const over = mark('track', 0, 'a', 90);
  expect(askAgain(over, 4.3, 0)).toBeCloseTo(100 - 4.3 + 1.2, 6);
  expect(askAgain(over, 4.3, 1)).toBeCloseTo(99, 6);
  expect(askAgain(mark('bed', 0, 'x', 0), 4.3, 1)).toBeCloseTo(101, 6);
});
