import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RotationMemory } from './rotation-memory.ts';
import {
  ARTIST_REST_MS,
  type Candidate,
  chooseTrack,
  NEW_TRACK_MS,
  TRACK_REST_MS,
} from './rotation-policy.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const OLD = NOW - 2 * NEW_TRACK_MS;

interface Named extends Candidate {
  name: string;
}

function candidate(
  name: string,
  playedMinutesAgo: number | null,
  artistMinutesAgo = playedMinutesAgo,
): Named {
  const ago = (minutes: number | null) => (minutes === null ? null : NOW - minutes * MINUTE);
  return { name, lastPlayedMs: ago(playedMinutesAgo), artistPlayedMs: ago(artistMinutesAgo), addedMs: OLD };
}

const choose = (...candidates: Named[]) => chooseTrack(candidates, NOW, () => 0.5)?.name;

test('an empty library gives nothing', () => {
  expect(choose()).toBeUndefined();
});

test('the only track plays again', () => {
  expect(choose(candidate('a', 1))).toBe('a');
});

test('of rested tracks the one that has rested longest plays', () => {
  expect(choose(candidate('a', 300), candidate('b', 500), candidate('c', 400))).toBe('b');
});

test('a track that never played comes before all others', () => {
  expect(choose(candidate('a', 9000), candidate('b', null))).toBe('b');
});

test('a track whose artist played 59 minutes ago waits, however long it has rested itself', () => {
  expect(choose(candidate('a', 9000, 59), candidate('b', 200))).toBe('b');
  expect(choose(candidate('a', 9000, 60), candidate('b', 200))).toBe('a');
});

test('a track that played 179 minutes ago waits for one of 180', () => {
  expect(choose(candidate('a', 179, 179), candidate('b', 180, 61))).toBe('b');
});

test('with no rested track the artists still have their hour', () => {
  expect(choose(candidate('a', 170, 30), candidate('b', 100, 100))).toBe('b');
});

test('with no rested artist the one who waited longest plays, with the track that did', () => {
  expect(choose(candidate('a', 40, 5), candidate('b', 20, 20), candidate('c', 25, 20))).toBe('c');
});

test('a new track comes one and a half times as soon', () => {
  const fresh = { ...candidate('new', 400), addedMs: NOW - NEW_TRACK_MS / 2 };
  expect(choose(fresh, candidate('old', 599))).toBe('new');
  expect(choose(fresh, candidate('old', 601))).toBe('old');
});

test('in a large library chance decides among the tenth that rested longest', () => {
  const candidates = Array.from({ length: 100 }, (_, at) => candidate(String(at), 1000 + at));
  const chosen = new Set(
    Array.from({ length: 50 }, (_, at) => Number(chooseTrack(candidates, NOW, () => at / 50)?.name)),
  );
  expect(Math.min(...chosen)).toBeGreaterThanOrEqual(90);
  expect(chosen.size).toBe(10);
});

/** Plays a library of `artists` × `tracksEach` for a day and gives the plays. */
function simulateDay(artists: number, tracksEach: number, minutes: number, random: () => number) {
  const memory = new RotationMemory();
  const library = Array.from({ length: artists * tracksEach }, (_, at) => ({
    slug: `track-${at}`,
    artist: `Artist ${at % artists}`,
    foldedArtist: `artist ${at % artists}`,
  }));
  const plays: Played[] = [];
  for (let atMs = NOW; atMs < NOW + 24 * 60 * MINUTE; atMs += minutes * MINUTE) {
    const candidates = library.map((track) => ({
      ...track,
      addedMs: OLD,
      lastPlayedMs: memory.lastPlayedMs(track.slug),
      artistPlayedMs: memory.artistPlayedMs(track.foldedArtist),
    }));
    const chosen = chooseTrack(candidates, atMs, random);
    if (!chosen) break;
    memory.remember({ kind: 'track', id: chosen.slug, ...chosen, startedMs: atMs });
    plays.push({ slug: chosen.slug, artist: chosen.artist, atMs });
  }
  return plays;
}

interface Played {
  slug: string;
  artist: string;
  atMs: number;
}

function shortestRest(plays: Played[], name: (play: Played) => string): number {
  const last = new Map<string, number>();
  let shortest = Number.POSITIVE_INFINITY;
  for (const play of plays) {
    shortest = Math.min(shortest, play.atMs - (last.get(name(play)) ?? Number.NEGATIVE_INFINITY));
    last.set(name(play), play.atMs);
  }
  return shortest;
}

const byArtist = ({ artist }: Played) => artist;
const bySlug = ({ slug }: Played) => slug;

test('a library that is large enough never breaks a rule, whatever the draw', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 45 }),
      fc.integer({ min: 3, max: 5 }),
      fc.noShrink(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true }))),
      (artists, tracksEach, draws) => {
        const plays = simulateDay(artists, tracksEach, 3, () => draws.next().value ?? 0);
        expect(shortestRest(plays, byArtist)).toBeGreaterThanOrEqual(ARTIST_REST_MS);
        expect(shortestRest(plays, bySlug)).toBeGreaterThanOrEqual(TRACK_REST_MS);
      },
    ),
    { numRuns: 8 },
  );
});

test('a library of four tracks by two artists plays on all day and never the same artist twice in a row', () => {
  const plays = simulateDay(2, 2, 3, () => 0.3);
  expect(plays).toHaveLength(480);
  expect(shortestRest(plays, byArtist)).toBeGreaterThanOrEqual(6 * MINUTE);
  expect(shortestRest(plays, bySlug)).toBeGreaterThanOrEqual(9 * MINUTE);
});
