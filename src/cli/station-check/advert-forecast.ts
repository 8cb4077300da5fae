import type { Library } from '#src/broadcast/rotation/library.ts';
import { frameInstant, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { fullTitle } from '#src/contract/full-title.ts';
import { BREAK_MS_MAX } from '#src/contract/limits.ts';
import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Adverts } from '#src/station/config/adverts-yaml.ts';
import type { StreamConfig } from '#src/station/config/station-config.ts';

const TOGETHER = `all spots of a break last ${BREAK_MS_MAX / MINUTE_MS} min at most`;

/**
 * A stream's advert breaks, in words: when, how many spots, how long, and what members hear meanwhile.
 * Nothing for one without `adverts`.
 * @param today `2026-11-21`, in the station's time zone
 */
export function advertForecast(
  { id, adverts }: Pick<StreamConfig, 'id' | 'adverts'>,
  library: Library,
  today: string,
): string[] {
  if (adverts === null) return [];
  const records = (kind: MediaKind) => library.shelf(id, kind).map(({ record }) => record);
  const [playable, tooLong] = [true, false].map((fits) =>
    records('spot').filter(({ frames }) => frames <= framesIn(BREAK_MS_MAX) === fits),
  );
  const spots = playable ?? [];
  const left = (tooLong ?? []).map(
    ({ artist, title }) => `  "${fullTitle(artist, title)}" never plays: ${TOGETHER}`,
  );
  if (spots.length === 0) return [`${id}: no advert breaks, as spots/ holds none for it`, ...left];
  const hasTracks = records('track').length > 0;
  if (!hasTracks && records('jingle').length === 0)
    return [`${id}: no advert breaks, as one follows a track or a jingle and there is none`, ...left];
  const lengths = spots.map(({ frames }) => frames).sort((a, b) => a - b);
  const longest = sumOf(lengths.slice(-adverts.spots));
  const mostFrames = framesIn(BREAK_MS_MAX);
  const breakFrames = Math.min(longest, mostFrames);
  const fitting = lengths
    .slice(0, adverts.spots)
    .filter((_, at) => sumOf(lengths.slice(0, at + 1)) <= mostFrames);
  const many = `${longest > mostFrames ? 'at most ' : ''}${fitting.length} of ${spots.length} spot${spots.length === 1 ? '' : 's'}`;
  return [
    `${id}: adverts after ${minutesOf(adverts)}, ${many}, up to ${seconds(breakFrames)} s${campaign(adverts, today)}`,
    ...left,
    ...(longest > mostFrames ? [`  fewer where they are long: ${TOGETHER}`] : []),
    ...(adverts.spots > spots.length ? [`  fewer spots than the ${adverts.spots} of a break`] : []),
    ...tooClose(adverts, breakFrames),
    `  members hear ${instead(records('interlude'), breakFrames, hasTracks)}`,
  ];
}

function instead(interludes: readonly MediaRecord[], breakFrames: number, hasTracks: boolean): string {
  const otherwise = hasTracks ? 'the beginning of a track' : 'a quiet bed';
  if (interludes.length === 0) return `${otherwise}, as interludes/ holds none for it`;
  const count = `${interludes.length} interlude${interludes.length === 1 ? '' : 's'}`;
  const isLong = interludes.some(({ frames }) => frames >= breakFrames);
  return isLong ? `${count} in turn` : `${count} in turn, several in a long break`;
}

function sumOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, frames) => sum + frames, 0);
}

/** A minute that strikes during the break of the one before makes none. */
function tooClose({ minutes }: Adverts, breakFrames: number): string[] {
  const sorted = [...new Set(minutes)].sort((a, b) => a - b);
  const gaps = sorted.map((minute, at) => (sorted[at + 1] ?? (sorted[0] ?? 0) + 60) - minute);
  const leastSeconds = 60 * Math.min(...gaps);
  if (sorted.length < 2 || leastSeconds > seconds(breakFrames)) return [];
  return [`  minutes only ${leastSeconds / 60} min apart may make one break, as its spots last longer`];
}

/** `:20 and :50` */
function minutesOf({ minutes }: Adverts): string {
  const each = [...new Set(minutes)].sort((a, b) => a - b).map((one) => `:${String(one).padStart(2, '0')}`);
  return new Intl.ListFormat('en-GB').format(each);
}

function campaign({ from, until }: Adverts, today: string): string {
  if (until !== undefined && until < today) return `; over since ${until}`;
  if (from !== undefined && from > today) return `; not before ${from}`;
  return until === undefined ? '' : `; until ${until}`;
}

/** Whole frames may last a moment longer than a break may. */
function seconds(frames: number): number {
  return Math.min(Math.ceil(frameInstant(frames) / 1000), BREAK_MS_MAX / 1000);
}
