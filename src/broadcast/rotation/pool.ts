import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import type { Shelved } from './library.ts';
import {
  type ArtistGap,
  artistGap,
  NO_GAP,
  orderMixing,
  type RotationRules,
  trackRestMs,
} from './pool-rests.ts';
import type { Heard, PoolMemory, RotationMemory, Seat } from './rotation-memory.ts';

/** Files of one full title are one track. */
export interface PoolTrack {
  records: MediaRecord[];
  durationMs: number;
  /** How often it comes in a round. */
  plays: number;
  isNew: boolean;
  addedMs: number;
  seat: Seat;
  /** How long it rests after its end; see trackRestMs. */
  restMs: number;
}

export interface PoolArtist {
  name: string;
  tracks: PoolTrack[];
  /** How often it comes in a round. */
  plays: number;
  heard: Heard;
  /** How far apart its plays should be; see artistGap. */
  gap: ArtistGap;
  /**
   * The artist's counts over all tracks at the last choice. They change with the round, and when the artist
   * is heard.
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

/**
 * The tracks that a stream draws from at an hour, indexed for the choice. It is built anew when the library
 * changes.
 */
export interface Pool {
  /** The folder, '' for the whole stream. */
  name: string;
  /** The memory of its rounds. */
  rounds: PoolMemory;
  memory: RotationMemory;
  artists: PoolArtist[];
  /** A round: how many plays, and how long. */
  plays: number;
  roundMs: number;
  /** See orderMixing. */
  mixing: number;
  /** The artist with more than half of the plays, who cannot avoid following on themself. */
  dominant: PoolArtist | null;
}

/** Tracks indexed before other work goes on: this takes a few milliseconds. */
const SLICE_TRACKS = 500;

interface PoolGround {
  name: string;
  /** The tracks that may be drawn. */
  shelved: readonly Shelved[];
  memory: RotationMemory;
  /** Tracks added in the 30 days before are new. */
  atMs: number;
  rules: RotationRules;
}

/** Builds the pool at once. */
export function buildPool(ground: PoolGround): Pool {
  const slices = poolInSlices(ground);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** Builds the pool, one slice of the work a step. */
export function* poolInSlices({ name, shelved, memory, atMs, rules }: PoolGround): Generator<void, Pool> {
  const rounds = memory.pool(name);
  const tracks = new Map<string, PoolTrack>();
  const artists = new Map<string, PoolArtist>();
  let fresh = 0;
  for (const [at, { record, artist: artistName }] of shelved.entries()) {
    if (at % SLICE_TRACKS === SLICE_TRACKS - 1) yield;
    const known = tracks.get(record.slug);
    if (known) {
      known.records.push(record);
      continue;
    }
    const { durationMs, addedMs, slug } = record;
    const isNew = atMs - addedMs < rules.newTrackMs;
    if (isNew) fresh += 1;
    const plays = isNew ? rules.newTrackWeight : 1;
    const track = {
      records: [record],
      durationMs,
      plays,
      isNew,
      addedMs,
      seat: rounds.seat(slug, record.id),
      restMs: 0,
    };
    tracks.set(slug, track);
    const artist = artists.get(artistName);
    if (artist) artist.tracks.push(track);
    else artists.set(artistName, newArtist(artistName, track, memory));
  }
  // The majority comes once a round: no track comes twice in it where it need not.
  const unit = fresh * 2 > tracks.size ? rules.newTrackWeight : 1;
  const lengths = new Float64Array(tracks.size);
  let roundMs = 0;
  let count = 0;
  for (const track of tracks.values()) {
    track.plays /= unit;
    roundMs += track.plays * track.durationMs;
    lengths[count] = track.durationMs;
    count += 1;
  }
  if (count > SLICE_TRACKS) yield;
  // The middle one by length: a mix of five hours changes little of what a pool of songs is like.
  const typicalMs = lengths.sort()[Math.floor(count / 2)] ?? 0;
  if (count > SLICE_TRACKS) yield;
  const all = [...artists.values()];
  let plays = 0;
  for (const artist of all) {
    artist.plays = artist.tracks.reduce((sum, track) => sum + track.plays, 0);
    plays += artist.plays;
  }
  const dominant = all.find((artist) => artist.plays * 2 > plays) ?? null;
  const stepPlays = dominant === null ? 1 : plays / (plays - dominant.plays);
  if (count > SLICE_TRACKS) yield;
  for (const artist of all) {
    const even = { plays: plays / artist.plays, typicalMs, stepPlays };
    artist.gap = artist === dominant ? NO_GAP : artistGap(even, rules);
    for (const track of artist.tracks) {
      track.restMs = trackRestMs({ roundMs, typicalMs }, track.durationMs, rules);
    }
  }
  const mixing = orderMixing({ roundMs, typicalMs }, rules);
  return { name, rounds, memory, artists: all, plays, roundMs, mixing, dominant };
}

function newArtist(name: string, track: PoolTrack, memory: RotationMemory): PoolArtist {
  return { name, tracks: [track], plays: 0, heard: memory.artist(name), gap: NO_GAP, counted: null };
}
