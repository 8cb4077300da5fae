/** What the choice of the next track knows of one that may play. */
export interface Candidate {
  /** When it last began on this stream, milliseconds since the Unix epoch; null: never. */
  lastPlayedMs: number | null;
  /** When a track of its artist last began on this stream; null: never, or the artist is unknown. */
  artistPlayedMs: number | null;
  addedMs: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** No artist twice within an hour, no track twice within three: as far as the library allows. */
export const ARTIST_REST_MS = 60 * MINUTE;
export const TRACK_REST_MS = 180 * MINUTE;
/** A track this new comes a little more often: every hour since it last played counts as one and a half. */
export const NEW_TRACK_MS = 14 * DAY;
const NEW_TRACK_WEIGHT = 1.5;
/** One in so many of those that have rested longest may be the next, so that no two rounds sound the same. */
const CHOICE_SHARE = 10;

/**
 * The next track for the instant `atMs`. Rules give way in this order when no candidate keeps them all:
 *
 * 1. artist and track have both rested;
 * 2. the artist has rested (a library with many artists and few tracks);
 * 3. whoever's artist has rested longest (few artists), among those the track that has rested longest.
 *
 * In 1 and 2 those that have rested longest come first, never played ones before all. Null only without candidates.
 */
export function chooseTrack<T extends Candidate>(
  candidates: readonly T[],
  atMs: number,
  random: () => number,
): T | null {
  const artistRested = candidates.filter((one) => restedMs(one.artistPlayedMs, atMs) >= ARTIST_REST_MS);
  const rested = artistRested.filter((one) => restedMs(one.lastPlayedMs, atMs) >= TRACK_REST_MS);
  if (rested.length > 0) return chooseRested(rested, atMs, random);
  if (artistRested.length > 0) return chooseRested(artistRested, atMs, random);
  return longestRestedArtist(candidates, atMs);
}

function chooseRested<T extends Candidate>(
  candidates: readonly T[],
  atMs: number,
  random: () => number,
): T | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, weight: weight(candidate, atMs), draw: random() }))
    .sort((a, b) => compare(b.weight, a.weight) || a.draw - b.draw);
  const leading = Math.ceil(ranked.length / CHOICE_SHARE);
  return ranked[Math.floor(random() * leading)]?.candidate ?? null;
}

function weight(candidate: Candidate, atMs: number): number {
  const isNew = atMs - candidate.addedMs < NEW_TRACK_MS;
  return restedMs(candidate.lastPlayedMs, atMs) * (isNew ? NEW_TRACK_WEIGHT : 1);
}

function longestRestedArtist<T extends Candidate>(candidates: readonly T[], atMs: number): T | null {
  let best: T | null = null;
  for (const candidate of candidates) {
    const order =
      best === null
        ? 1
        : compare(restedMs(candidate.artistPlayedMs, atMs), restedMs(best.artistPlayedMs, atMs)) ||
          compare(restedMs(candidate.lastPlayedMs, atMs), restedMs(best.lastPlayedMs, atMs));
    if (order > 0) best = candidate;
  }
  return best;
}

/** Infinity minus Infinity is no number; two that never played are equal. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function restedMs(playedMs: number | null, atMs: number): number {
  return playedMs === null ? Number.POSITIVE_INFINITY : atMs - playedMs;
}
