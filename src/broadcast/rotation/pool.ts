import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Shelved } from './library.ts';
import { artistGateMs, type PoolRests, poolRests } from './pool-rests.ts';
import type { Heard, PoolMemory, RotationMemory, Seat } from './rotation-memory.ts';
import type { RotationRules } from './rotation-rules.ts';

/** Files of one full title are one track. */
export interface PoolTrack {
  records: MediaRecord[];
  durationMs: number;
  /** How often it comes in a round. */
  plays: number;
  isNew: boolean;
  addedMs: number;
  seat: Seat;
  /** No sooner does it come in its turn while others can; see PoolRests. */
  roomMs: number;
}

export interface PoolArtist {
  name: string;
  tracks: PoolTrack[];
  /** How often it comes in a round. */
  plays: number;
  heard: Heard;
  /** It should not come again before. */
  gateMs: number;
  /** `gateMs` as a share of the even spacing of its plays. */
  spacing: number;
  /**
   * The artist's counts over all tracks at the last choice: they change with the round, and when the artist is heard.
   */
  counted: Counted | null;
}

/** The artist's plays still to come, and the round that they were counted in. */
export interface Counted {
  /** Plays left in the round, of what has been heard. */
  again: number;
  /** Tracks never heard. */
  firsts: number;
  round: number;
  heardMs: number;
}

/** The tracks that a stream draws from at an hour, indexed for the choice; built anew when the library changes. */
export interface Pool extends PoolRests {
  /** The folder, '' for the whole stream. */
  name: string;
  /** Of its rounds. */
  rounds: PoolMemory;
  memory: RotationMemory;
  artists: PoolArtist[];
  /** A round: how many plays, and how long. */
  plays: number;
  roundMs: number;
  /** The artist of more than half of the plays, who cannot but follow on themself. */
  dominant: PoolArtist | null;
}

/** `shelved`: the tracks that may be drawn. New is what was added in the 30 days before `atMs`. */
export function buildPool(options: {
  name: string;
  shelved: readonly Shelved[];
  memory: RotationMemory;
  atMs: number;
  rules: RotationRules;
}): Pool {
  const { name, shelved, memory, atMs, rules } = options;
  const rounds = memory.pool(name);
  const tracks = tracksOf(shelved, rounds, atMs, rules);
  const artists = Map.groupBy(tracks, ({ artist }) => artist)
    .entries()
    .map(([artist, own]) =>
      artistOf(
        artist,
        own.map(({ track }) => track),
        memory,
      ),
    )
    .toArray();
  const plays = sum(artists, (artist) => artist.plays);
  const roundMs = sum(tracks, ({ track }) => track.plays * track.durationMs);
  const longestTrackMs = tracks.reduce((most, { track }) => Math.max(most, track.durationMs), 0);
  const dominant = artists.find((artist) => artist.plays * 2 > plays) ?? null;
  const dominantShare = dominant === null ? 0 : dominant.plays / plays;
  const rests = poolRests({ roundMs, longestTrackMs, dominantShare }, rules);
  for (const artist of artists) {
    const evenMs = roundMs / artist.plays;
    const isDominant = artist === dominant;
    artist.gateMs = artistGateMs(evenMs, isDominant ? 0 : dominantShare, rules);
    artist.spacing = artist.gateMs / evenMs;
    for (const track of artist.tracks) {
      track.roomMs = dominant === null || isDominant ? rests.roomMs : rests.earlyMs;
    }
  }
  return { name, rounds, memory, artists, plays, roundMs, dominant, ...rests };
}

function tracksOf(
  shelved: readonly Shelved[],
  rounds: PoolMemory,
  atMs: number,
  rules: RotationRules,
): { artist: string; track: PoolTrack }[] {
  const tracks = Map.groupBy(shelved, ({ record }) => record.slug)
    .entries()
    .flatMap(([slug, [first, ...others]]) => {
      if (first === undefined) return [];
      const { artist, record } = first;
      const { durationMs, addedMs } = record;
      const isNew = atMs - addedMs < rules.newTrackMs;
      const plays = isNew ? rules.newTrackWeight : 1;
      const records = [record, ...others.map((other) => other.record)];
      const track = { records, durationMs, plays, isNew, addedMs, seat: rounds.seat(slug), roomMs: 0 };
      return [{ artist, track }];
    })
    .toArray();
  // The majority comes once a round: no track comes twice in it where it need not.
  const fresh = tracks.filter(({ track }) => track.isNew).length;
  const unit = fresh * 2 > tracks.length ? rules.newTrackWeight : 1;
  for (const { track } of tracks) track.plays /= unit;
  return tracks;
}

function artistOf(name: string, tracks: PoolTrack[], memory: RotationMemory): PoolArtist {
  const plays = sum(tracks, (track) => track.plays);
  return { name, tracks, plays, heard: memory.artist(name), gateMs: 0, spacing: 0, counted: null };
}

function sum<T>(of: readonly T[], number: (one: T) => number): number {
  return of.reduce((total, one) => total + number(one), 0);
}
