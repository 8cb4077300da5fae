import { slugOf } from '#src/contract/titles.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { SIMULATED_START_MS, seededRandom } from './simulate-rotation.ts';

const LONG_AGO_MS = SIMULATED_START_MS - 100 * 86_400_000;

/** Tracks of `counts[n]` for the nth artist, two and a half to four and a half minutes long. */
export function sampleLibrary(
  counts: readonly number[],
  addedMs = LONG_AGO_MS,
  name = 'Artist',
): MediaRecord[] {
  const random = seededRandom(counts.length);
  return counts.flatMap((count, artist) =>
    Array.from({ length: count }, (_, track) => {
      const title = `${name} ${artist} - Track ${track}`;
      const frames = Math.round((150 + 120 * random()) * (44_100 / 1152));
      const slug = slugOf(title);
      return {
        id: slug,
        kind: 'track' as const,
        artist: `${name} ${artist}`,
        title: `Track ${track}`,
        slug,
        frames,
        durationMs: (frames * 1152) / 44.1,
        sizeBytes: 1,
        sourceLufs: -16,
        renderedLufs: -16,
        hasCover: false,
        addedMs,
        placements: [{ path: slug, streamId: 'dance' as const, folder: '', sizeBytes: 1, modifiedMs: 0 }],
      };
    }),
  );
}

/** So many tracks by so many artists, of which the nth has 1/n of what the first has, and one at least. */
export function unevenCounts(tracks: number, artists: number): number[] {
  const harmonic = Array.from({ length: artists }, (_, at) => 1 / (at + 1)).reduce(
    (sum, one) => sum + one,
    0,
  );
  const counts = Array.from({ length: artists }, (_, at) =>
    Math.max(1, Math.round(tracks / harmonic / (at + 1))),
  );
  const surplus = counts.reduce((sum, one) => sum + one, 0) - tracks;
  counts[0] = (counts[0] ?? 0) - surplus;
  return counts;
}

const of = (artists: number, tracks: number) => Array.from({ length: artists }, () => tracks);

export const SAMPLE_LIBRARIES: Record<string, readonly number[]> = {
  '3 of 1 artist': [3],
  '60: 50 of one, 10 × 1': [50, ...of(10, 1)],
  '200 of 12 uneven': [80, 50, 30, 15, 10, 5, 4, 2, 1, 1, 1, 1],
  '240: 12 × 20': of(12, 20),
  '500 of 16: 15 big, 1 single': [...of(4, 34), ...of(11, 33), 1],
  '5,000 of 1,200 (zipf)': unevenCounts(5000, 1200),
};
