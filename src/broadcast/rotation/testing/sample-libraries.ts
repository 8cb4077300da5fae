import { DAY_MS } from '#src/contract/durations.ts';
import { slugOf } from '#src/contract/titles.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { seededRandom } from '../seeded-random.ts';
import { SIMULATED_START_MS } from './simulate-rotation.ts';

const LONG_AGO_MS = SIMULATED_START_MS - 100 * DAY_MS;

/** Tracks of `counts[n]` for the nth artist, two and a half to four and a half minutes long. */
export function sampleLibrary(
  counts: readonly number[],
  addedMs = LONG_AGO_MS,
  name = 'Artist',
): MediaRecord[] {
  const random = seededRandom(counts.length);
  return counts.flatMap((count, artist) =>
    Array.from({ length: count }, (_, track) =>
      sampleTrack(`${name} ${artist}`, `Track ${track}`, 150 + 120 * random(), addedMs),
    ),
  );
}

/** A track of an artist, of a length in seconds. */
export function sampleTrack(
  artist: string,
  title: string,
  seconds: number,
  addedMs = LONG_AGO_MS,
): MediaRecord {
  const frames = Math.round(seconds * (44_100 / 1152));
  const slug = slugOf(`${artist} - ${title}`);
  return {
    id: slug,
    kind: 'track',
    artist,
    title,
    slug,
    frames,
    durationMs: (frames * 1152) / 44.1,
    sizeBytes: 1,
    sourceLufs: -16,
    renderedLufs: -16,
    hasCover: false,
    addedMs,
    placements: [{ path: slug, streamId: 'dance', folder: '', sizeBytes: 1, modifiedMs: 0 }],
  };
}

/** A number of tracks by a number of artists, of which the nth has 1/n of what the first has, and one at least. */
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

/** A number of mixes, each by a DJ of its own and of a length in minutes. */
const mixes = (count: number, minutes: number) =>
  Array.from({ length: count }, (_, at) => sampleTrack(`DJ ${at}`, 'Mix', 60 * minutes));

export const SAMPLE_LIBRARIES: Record<string, MediaRecord[]> = {
  '3 of 1 artist': sampleLibrary([3]),
  '60: 50 of one, 10 × 1': sampleLibrary([50, ...of(10, 1)]),
  '60: 12 × 5': sampleLibrary(of(12, 5)),
  '200 of 12 uneven': sampleLibrary([80, 50, 30, 15, 10, 5, 4, 2, 1, 1, 1, 1]),
  '240: 12 × 20': sampleLibrary(of(12, 20)),
  '500 of 16: 15 big, 1 single': sampleLibrary([...of(4, 34), ...of(11, 33), 1]),
  '20 of 7 and a mix of 5 h': [...sampleLibrary([3, 3, 3, 3, 3, 3, 2]), ...mixes(1, 300)],
  '200 of 12 and 5 mixes of 1 h': [...sampleLibrary([...of(8, 17), ...of(4, 16)]), ...mixes(5, 60)],
  '400: 360 and 40': sampleLibrary([360, 40]),
  '500: 255 of one, 49 × 5': sampleLibrary([255, ...of(49, 5)]),
  '1,000: 700 of one, 30 × 10': sampleLibrary([700, ...of(30, 10)]),
  '5,000 of 1,200 (zipf)': sampleLibrary(unevenCounts(5000, 1200)),
};

/** What random libraries are made of; see randomLibrary. */
export const LIBRARY_KINDS = [
  'ordinary',
  'short',
  'long pieces',
  'dominant',
  'dominant, long pieces',
] as const;
export type LibraryKind = (typeof LIBRARY_KINDS)[number];

/**
 * A library as stations may have it: up to 40 artists with up to 60 tracks each. Short: 1.5 to 5 hours
 * altogether. Long pieces: up to eight of 30 to 300 minutes as well, by DJs or by the artists. Dominant: an
 * artist has 50 to 90 % of the tracks, beside up to 20 with up to 20 each.
 */
export function randomLibrary(kind: LibraryKind, random: () => number): MediaRecord[] {
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const isDominant = kind.startsWith('dominant');
  const [artists, most] = isDominant ? [20, 20] : [40, 60];
  const counts =
    kind === 'short'
      ? shared(from(25, 85), from(2, 40), random)
      : Array.from({ length: from(1, artists) }, () => from(1, most));
  if (isDominant) {
    const others = counts.reduce((sum, one) => sum + one, 0);
    const share = 0.5 + 0.4 * random();
    counts.push(Math.max(others + 1, Math.round((others * share) / (1 - share))));
  }
  const tracks = sampleLibrary(counts);
  if (!kind.endsWith('long pieces')) return tracks;
  const longs = Array.from({ length: from(1, 8) }, (_, at) => {
    const artist = random() < 0.3 ? `Artist ${from(0, counts.length - 1)}` : `DJ ${from(0, at)}`;
    return sampleTrack(artist, `Mix ${at}`, 60 * (30 + 270 * random()));
  });
  return [...tracks, ...longs];
}

/** A number of tracks dealt out to a number of artists by chance, one to each at least. */
function shared(tracks: number, artists: number, random: () => number): number[] {
  const counts = Array.from({ length: Math.min(artists, tracks) }, () => 1);
  for (let left = tracks - counts.length; left > 0; left -= 1) {
    const at = Math.floor(random() * counts.length);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
