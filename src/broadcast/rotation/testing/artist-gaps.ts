import { ROTATION_RULES } from '#src/broadcast/rotation/pool-rests.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { rotationArtist } from '../rotation-artist.ts';
import type { SimulatedTrack } from './simulate-rotation.ts';

export interface ArtistGaps {
  /** Plays whose artist had just been heard although a track of another one had rested. */
  needlessRepeats: number;
  /** The share of gaps that are at least 60 % of the even spacing, for the artist with the smallest one. */
  even: number;
}

const EVEN_SHARE = 0.6;
/** Gaps of an artist who is heard this seldom in a simulation say nothing. */
const GAPS_LEAST = 20;

/** Between two plays of every third piece, or of every fourth, there is no room for a part of a play. */
function leastPlays(even: number): number {
  return even < 4 ? Math.floor(EVEN_SHARE * even) : EVEN_SHARE * even;
}

/**
 * How far apart artists are, counted in plays: what lies between two songs is no more when it is a mix of
 * hours. Rested has a track three hours after its end. Where one artist has more than half of the pool, their
 * plays must meet: their own gaps are left out, and needless is only what follows on twice as many of theirs
 * as would be even, and one more, while the track of another one has rested and so has its artist, for most
 * of their even spacing.
 */
export function artistGaps(records: readonly MediaRecord[], plays: readonly SimulatedTrack[]): ArtistGaps {
  const artistOf = ({ artist, slug }: MediaRecord) => rotationArtist(artist, slug);
  const tracksOf = Map.groupBy(records, artistOf);
  const evenPlays = (artist: string) => records.length / (tracksOf.get(artist)?.length ?? 1);
  const poolMs = records.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const trackEndMs = new Map<string, number>();
  const artistEndMs = new Map<string, number>();
  const places = new Map<string, number>();
  const gaps = new Map<string, { all: number; even: number }>();
  let before = '';
  let inRow = 0;
  let needlessRepeats = 0;

  function hasRested(other: MediaRecord, atMs: number, most: number): boolean {
    const endMs = trackEndMs.get(other.slug);
    if (endMs === undefined || atMs - endMs < ROTATION_RULES.trackRestMs) return false;
    const artist = artistOf(other);
    const gapMs = atMs - (artistEndMs.get(artist) ?? Number.NEGATIVE_INFINITY);
    const evenMs = (most * poolMs) / (tracksOf.get(artist)?.length ?? 1);
    return most === 0 || gapMs >= Math.max(ROTATION_RULES.artistRestMs, evenMs);
  }

  for (const [place, { record, startedMs }] of plays.entries()) {
    const artist = artistOf(record);
    const last = places.get(artist);
    const even = evenPlays(artist);
    inRow = artist === before ? inRow + 1 : 1;
    const most = even < 2 ? 1 - 0.2 / even : 0;
    if (inRow > (even < 2 ? 1 + Math.ceil(2 / (even - 1)) : 1)) {
      if (records.some((other) => artistOf(other) !== artist && hasRested(other, startedMs, most)))
        needlessRepeats += 1;
    }
    if (last !== undefined && even >= 2) {
      const count = gaps.get(artist) ?? { all: 0, even: 0 };
      count.all += 1;
      if (place - last >= leastPlays(even)) count.even += 1;
      gaps.set(artist, count);
    }
    before = artist;
    trackEndMs.set(record.slug, startedMs + record.durationMs);
    artistEndMs.set(artist, startedMs + record.durationMs);
    places.set(artist, place);
  }
  const counted = gaps.values().filter(({ all }) => all >= GAPS_LEAST);
  return { needlessRepeats, even: Math.min(1, ...counted.map((one) => one.even / one.all)) };
}
