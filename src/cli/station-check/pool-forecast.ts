import { folderAt, isInFolder } from '#src/broadcast/rotation/folder-hours.ts';
import type { Shelved } from '#src/broadcast/rotation/library.ts';
import { ROTATION_RULES } from '#src/broadcast/rotation/pool-rests.ts';
import type { ProgrammeFacts } from '#src/broadcast/rotation/programme.ts';
import { rotationArtist } from '#src/broadcast/rotation/rotation-artist.ts';
import { seededRandom } from '#src/broadcast/rotation/seeded-random.ts';
import { type SimulatedPlay, simulatePlays } from '#src/broadcast/rotation/simulate-plays.ts';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '#src/contract/durations.ts';

/** Hours begin at one of these, in any time zone. */
const QUARTER_MS = 15 * MINUTE_MS;
/**
 * A choice looks at all tracks of its pool, so a day is cut short in large ones: of 40,000, after two hours
 * or three.
 */
const LOOKS_MAX = 2_000_000;
/** What a piece costs besides. */
const LOOKS_EACH = 200;

/** A pool of a stream, how long it lasts, and how the simulated playout of it went. */
export interface PoolForecast {
  /** Null for the whole stream. */
  folder: string | null;
  tracks: number;
  artists: number;
  /** How long all its music lasts. */
  lengthMs: number;
  /** Null where none of it came. */
  simulated: SimulatedPool | null;
}

export interface SimulatedPool {
  /** A day of the whole stream, or a folder's next hours; less in large libraries. */
  spanMs: number;
  /** How often the track came that came most. */
  mostPlays: number;
  /** From the end of a track until it came again; null where none did. */
  shortestRestMs: number | null;
  /** The one who came most of those who came again sooner than the rules ask for; null without any. */
  frequent: FrequentArtist | null;
}

export interface FrequentArtist {
  artist: string;
  /** From the start of a track to that of the next one, on average. */
  everyMs: number;
  shortestRestMs: number;
  /** How many of theirs followed each other at most. */
  inRow: number;
}

/** A stream's pools: the whole of it, and each folder with hours of its own that holds tracks. */
export function forecastPools(facts: ProgrammeFacts, nowMs: number): PoolForecast[] {
  const { library, stream } = facts;
  const all = library.shelf(stream.id, 'track');
  const named = [...new Set(stream.hours.map(({ folder }) => folder))];
  const folders = named
    .map((folder) => sizeOf(folder, inFolder(all, folder)))
    .filter(({ tracks }) => tracks > 0);
  const pools = [sizeOf(null, all), ...folders];
  const sizes = new Map(pools.map(({ folder, tracks }) => [folder, tracks]));
  return pools.map((pool) => {
    const { folder, tracks } = pool;
    const span = folder === null ? dayFrom(nowMs) : nextHours(folder, facts, nowMs);
    const simulated = span === null || tracks === 0 ? null : heardOf(simulate(facts, span, sizes), folder);
    return { ...pool, simulated };
  });
}

function inFolder(shelved: readonly Shelved[], named: string): Shelved[] {
  return shelved.filter(({ folders }) => folders.some((one) => isInFolder(one, named)));
}

function sizeOf(folder: string | null, shelved: readonly Shelved[]): Omit<PoolForecast, 'simulated'> {
  const tracks = [...new Map(shelved.map((one) => [one.record.slug, one])).values()];
  return {
    folder,
    tracks: tracks.length,
    artists: new Set(tracks.map(({ artist }) => artist)).size,
    lengthMs: tracks.reduce((sum, { record }) => sum + record.durationMs, 0),
  };
}

interface Span {
  fromMs: number;
  untilMs: number;
}

function dayFrom(fromMs: number): Span {
  return { fromMs, untilMs: fromMs + DAY_MS };
}

/** The next hours of a folder from their beginning, a day at most; null where none come within a week. */
function nextHours(folder: string, { stream, timezone }: ProgrammeFacts, nowMs: number): Span | null {
  const isOn = (atMs: number) => folderAt(stream.hours, atMs, timezone) === folder;
  const firstMs = nowMs - (nowMs % QUARTER_MS);
  let wasOn = isOn(firstMs);
  const day = dayFrom(nowMs);
  let span = wasOn ? day : null;
  for (let atMs = firstMs + QUARTER_MS; atMs <= firstMs + WEEK_MS; atMs += QUARTER_MS) {
    const on = isOn(atMs);
    if (on && !wasOn) {
      span = dayFrom(atMs);
      break;
    }
    wasOn = on;
  }
  // One that is on all week long has no beginning.
  if (span === null || span === day) return span;
  const { fromMs } = span;
  let untilMs = fromMs + QUARTER_MS;
  while (untilMs < span.untilMs && isOn(untilMs)) untilMs += QUARTER_MS;
  return { fromMs, untilMs };
}

interface Simulation {
  plays: SimulatedPlay[];
  spanMs: number;
}

/** What begins in the span, or in as much of it as a large library leaves time for. */
function simulate(
  facts: ProgrammeFacts,
  { fromMs, untilMs }: Span,
  sizes: ReadonlyMap<string | null, number>,
): Simulation {
  const plays: SimulatedPlay[] = [];
  let looks = 0;
  for (const play of simulatePlays({ facts, random: seededRandom(1), fromMs })) {
    if (play.startedMs >= untilMs) break;
    if (looks >= LOOKS_MAX) return { plays, spanMs: play.startedMs - fromMs };
    plays.push(play);
    looks += LOOKS_EACH + (play.choice ? (sizes.get(play.choice.pool ?? null) ?? 0) : 0);
  }
  return { plays, spanMs: untilMs - fromMs };
}

interface HeardArtist {
  artist: string;
  /** How often after a play before, and from start to start altogether. */
  again: number;
  intervalsMs: number;
  shortestRestMs: number;
  inRow: number;
}

/**
 * What was heard of the pool. A rest counts for the pool that ended it, wherever the play before came from.
 */
function heardOf({ plays, spanMs }: Simulation, folder: string | null): SimulatedPool | null {
  const last = new Map<string, SimulatedPlay>();
  const counts = new Map<string, number>();
  const artists = new Map<string, HeardArtist>();
  let shortestRestMs = Number.POSITIVE_INFINITY;
  let before = '';
  let inRow = 0;
  for (const play of plays) {
    const { record, choice } = play;
    if (choice === undefined) continue;
    const name = rotationArtist(record.artist, record.slug);
    const [ofTrack, ofArtist] = [`track ${record.slug}`, `artist ${name}`];
    inRow = name === before ? inRow + 1 : 1;
    before = name;
    if ((choice.pool ?? null) === folder) {
      counts.set(record.slug, (counts.get(record.slug) ?? 0) + 1);
      shortestRestMs = Math.min(shortestRestMs, restBetween(last.get(ofTrack), play));
      const artist = artists.get(name) ?? newArtist(record.artist);
      artists.set(name, artist);
      const previous = last.get(ofArtist);
      if (previous) {
        artist.again += 1;
        artist.intervalsMs += play.startedMs - previous.startedMs;
      }
      artist.shortestRestMs = Math.min(artist.shortestRestMs, restBetween(previous, play));
      artist.inRow = Math.max(artist.inRow, inRow);
      // Without the guests of a track.
      if (record.artist.length < artist.artist.length) artist.artist = record.artist;
    }
    last.set(ofTrack, play);
    last.set(ofArtist, play);
  }
  if (counts.size === 0) return null;
  return {
    spanMs,
    mostPlays: counts.values().reduce((most, count) => Math.max(most, count), 0),
    shortestRestMs: Number.isFinite(shortestRestMs) ? shortestRestMs : null,
    frequent: mostFrequent([...artists.values()]),
  };
}

function newArtist(artist: string): HeardArtist {
  return { artist, again: 0, intervalsMs: 0, shortestRestMs: Number.POSITIVE_INFINITY, inRow: 0 };
}

function restBetween(previous: SimulatedPlay | undefined, { startedMs }: SimulatedPlay): number {
  if (previous === undefined) return Number.POSITIVE_INFINITY;
  return startedMs - previous.startedMs - previous.record.durationMs;
}

function mostFrequent(artists: readonly HeardArtist[]): FrequentArtist | null {
  const [most] = artists
    .filter(({ shortestRestMs }) => shortestRestMs < ROTATION_RULES.artistRestMs)
    .sort((a, b) => b.again - a.again);
  if (most === undefined) return null;
  const { artist, again, intervalsMs, shortestRestMs, inRow } = most;
  return { artist, everyMs: intervalsMs / again, shortestRestMs, inRow };
}
