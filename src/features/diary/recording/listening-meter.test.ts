import { beforeEach, expect, test } from 'vitest';
import type { StreamId } from '#src/contract/streams.ts';
import { ListeningMeter, type Sound, type TimedTrack } from './listening-meter.ts';

const START_MS = Date.UTC(2026, 10, 21, 12);
const MAREE: TimedTrack = { fullTitle: 'Éole - Marée', startedMs: START_MS, durationMs: 180_000 };
const EMBRUNS: TimedTrack = {
  fullTitle: 'Nacre - Embruns',
  startedMs: START_MS - 60_000,
  durationMs: 200_000,
};

let meter: ListeningMeter;
let nowMs: number;
let soundSeconds: number;
let told: string[];

beforeEach(() => {
  meter = new ListeningMeter();
  nowMs = START_MS + 10_000;
  soundSeconds = 3;
  told = [];
});

function look(more: Partial<Sound> = {}): void {
  const sound = { atMs: nowMs - START_MS, instantMs: nowMs, soundSeconds, streamId: 'dance' as StreamId };
  const heard = meter.look({ ...sound, isHeard: true, track: MAREE, ...more });
  if (heard !== null) told.push(`${heard.stream_id} ${heard.full_title}`);
}

/** The player is looked at each second, while its sound moves on with time. */
function listen(seconds: number, more: Partial<Sound> = {}): void {
  for (let passed = 0; passed < seconds; passed += 1) {
    nowMs += 1_000;
    soundSeconds += 1;
    look(more);
  }
}

/** Ten more seconds count the play, and not one less. */
function expectTenToBeMissing(): void {
  listen(9);
  expect(told).toEqual([]);
  listen(1);
  expect(told).toHaveLength(1);
}

test('a play counts after 30 seconds of sound, once, and not before', () => {
  look();
  listen(29);
  expect(told).toEqual([]);
  listen(1);
  expect(told).toEqual(['dance Éole - Marée']);
  listen(100);
  expect(told).toHaveLength(1);
});

test('what counts is told as the radio tells of the play', () => {
  look();
  let heard = null;
  for (let at = 1; at <= 30; at += 1)
    heard = meter.look({
      atMs: nowMs - START_MS + at * 1_000,
      instantMs: nowMs + at * 1_000,
      streamId: 'dance',
      isHeard: true,
      soundSeconds: soundSeconds + at,
      track: MAREE,
    });
  expect(heard).toEqual({
    stream_id: 'dance',
    started_at: '2026-11-21T12:00:00.000Z',
    full_title: 'Éole - Marée',
  });
});

test('of a short track half is enough', () => {
  const short = { ...MAREE, durationMs: 40_000 };
  look({ track: short });
  listen(19, { track: short });
  expect(told).toEqual([]);
  listen(1, { track: short });
  expect(told).toHaveLength(1);
});

test('sound that stands still, as in a hole of the network, counts for nothing', () => {
  look();
  listen(20);
  for (let passed = 0; passed < 60; passed += 1) {
    nowMs += 1_000;
    look();
  }
  expectTenToBeMissing();
});

test('sound that jumps ahead counts for the time that passed', () => {
  look();
  soundSeconds += 120;
  listen(29);
  expect(told).toEqual([]);
});

test('a new connection, whose sound begins anew, goes on with the play', () => {
  look();
  listen(20);
  soundSeconds = 0;
  nowMs += 1_000;
  look();
  expectTenToBeMissing();
});

test.each([
  ['muted, paused or replaced by a preview', { isHeard: false }],
  ['without a connection', { soundSeconds: null }],
  ['while the titles are unknown', { track: null }],
])('time %s counts for nothing, and the play goes on after it', (_when, silence) => {
  look();
  listen(20);
  listen(40, silence);
  look();
  expectTenToBeMissing();
});

test('each stream’s play is measured by itself, and remembered while another one is heard', () => {
  const club = { streamId: 'club', track: EMBRUNS } as const;
  look();
  listen(20);
  listen(21, club);
  listen(11);
  expect(told).toEqual(['dance Éole - Marée']);
  listen(11, club);
  expect(told).toEqual(['dance Éole - Marée', 'club Nacre - Embruns']);
});

test('a new title begins from nothing, and the same one played again is another play', () => {
  look();
  listen(25);
  const next = { ...EMBRUNS, startedMs: START_MS + 36_000 };
  listen(25, { track: next });
  expect(told).toEqual([]);
  listen(6, { track: next });
  expect(told).toEqual(['dance Nacre - Embruns']);
  const again = { ...EMBRUNS, startedMs: START_MS + 70_000 };
  listen(40, { track: again });
  expect(told).toEqual(['dance Nacre - Embruns', 'dance Nacre - Embruns']);
});

test('jingles and adverts after a track, under its title, are not its sound', () => {
  nowMs = START_MS + 160_000;
  look();
  listen(60);
  expect(told).toEqual([]);
});

test('no more than has been on air is ever heard of a play', () => {
  nowMs = START_MS - 40_000;
  look({ track: { ...EMBRUNS } });
  // One look after a minute in a throttled tab: 20 of its seconds were this track.
  nowMs = START_MS + 20_000;
  soundSeconds += 60;
  look();
  expectTenToBeMissing();
});

test('a station that names no track, or one without a length, has nothing to tell', () => {
  look({ track: null });
  listen(60, { track: null });
  listen(60, { track: { ...MAREE, durationMs: 0 } });
  expect(told).toEqual([]);
});

test('another member begins from nothing', () => {
  look();
  listen(25);
  meter.forget();
  look();
  listen(29);
  expect(told).toEqual([]);
});
