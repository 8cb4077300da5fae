import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { rotationArtist } from '../rotation-artist.ts';
import { ROTATION_RULES } from '../rotation-rules.ts';
import type { SimulatedPlay } from './simulate-rotation.ts';

export interface ArtistGaps {
  /** Plays whose artist had just been heard although a track of another one had rested. */
  needlessRepeats: number;
  /** Of the gaps of the artist with the fewest such: the share that is at least 60 % of the even spacing. */
  even: number;
}

const EVEN_SHARE = 0.6;
/** Gaps of an artist who is heard this seldom in a simulation say nothing. */
const GAPS_LEAST = 20;

/**
 * How far apart artists are. Rested has a track after three hours. Where one artist has more than half of the pool
 * their plays must meet: their own gaps are left out, and the others' tracks and they themselves have rested when that
 * is most of their even spacing as well, else each of them would come far more often than each of the large one's.
 */
export function artistGaps(records: readonly MediaRecord[], plays: readonly SimulatedPlay[]): ArtistGaps {
  const artistOf = ({ artist, slug }: MediaRecord) => rotationArtist(artist, slug);
  const tracksOf = Map.groupBy(records, artistOf);
  const poolMs = records.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const largest = Math.max(0, ...tracksOf.values().map(({ length }) => length)) / records.length;
  const most = largest > 0.5 ? 1 - 0.2 * largest : 0;
  const trackMs = new Map<string, number>();
  const artistMs = new Map<string, number>();
  const gaps = new Map<string, { all: number; even: number }>();
  const evenMs = (artist: string) => poolMs / (tracksOf.get(artist)?.length ?? 1);
  let before = '';
  let needlessRepeats = 0;

  function hasRested(other: MediaRecord, atMs: number): boolean {
    const heardMs = trackMs.get(other.slug);
    if (heardMs === undefined) return false;
    const artist = artistOf(other);
    const gapMs = atMs - (artistMs.get(artist) ?? Number.NEGATIVE_INFINITY);
    return (
      atMs - heardMs >= Math.max(ROTATION_RULES.trackRestMs, most * poolMs) &&
      (most === 0 || gapMs >= Math.max(ROTATION_RULES.artistRestMs, most * evenMs(artist)))
    );
  }

  for (const { record, startedMs } of plays) {
    const artist = artistOf(record);
    const lastMs = artistMs.get(artist);
    if (artist === before) {
      if (records.some((other) => artistOf(other) !== artist && hasRested(other, startedMs)))
        needlessRepeats += 1;
    }
    if (lastMs !== undefined && (tracksOf.get(artist)?.length ?? 0) * 2 <= records.length) {
      const count = gaps.get(artist) ?? { all: 0, even: 0 };
      count.all += 1;
      if (startedMs - lastMs >= EVEN_SHARE * evenMs(artist)) count.even += 1;
      gaps.set(artist, count);
    }
    before = artist;
    trackMs.set(record.slug, startedMs);
    artistMs.set(artist, startedMs);
  }
  const counted = gaps.values().filter(({ all }) => all >= GAPS_LEAST);
  return { needlessRepeats, even: Math.min(1, ...counted.map((one) => one.even / one.all)) };
}
