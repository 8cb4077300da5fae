import type { Choice } from './choice.wire.ts';
import { rotationArtist } from './rotation-artist.ts';

/** A play as the journal has it. */
export interface Play {
  kind: string;
  id: string;
  artist: string;
  slug: string;
  startedMs: number;
  choice?: Choice | undefined;
  /** Of a spot: what members heard in its break. */
  advert?: { bonus: readonly { id: string }[] } | undefined;
}

/** When something was on air last, milliseconds since the Unix epoch; -Infinity: never, as far as is known. */
export interface Heard {
  lastMs: number;
}

/** A track's place in the rounds of a pool. */
export interface Seat {
  /** Up to which round it has had its plays; -Infinity: none yet. */
  turn: number;
  heard: Heard;
}

/** The plays drawn from one pool: the whole stream ('') or a folder of it. */
export interface PoolMemory {
  round: number;
  seat(slug: string): Seat;
}

/** One stream's memory of its plays: fed from the journal at the start, then by playout itself. */
export class RotationMemory {
  readonly #tracks = new Map<string, Heard>();
  readonly #artists = new Map<string, Heard>();
  /** Jingles, spots and what members heard in their place, by media id. */
  readonly #others = new Map<string, Heard>();
  readonly #pools = new Map<string, Rounds>();
  #tracksSinceJingle = 0;
  #lastArtist = '';
  #reachesBackMs = Number.POSITIVE_INFINITY;

  /** Call it for plays in the order in which they began. */
  remember(play: Play): void {
    this.#reachesBackMs = Math.min(this.#reachesBackMs, play.startedMs);
    if (play.kind === 'jingle') this.#tracksSinceJingle = 0;
    if (play.kind !== 'track') {
      for (const { id } of [play, ...(play.advert?.bonus ?? [])])
        heardOf(this.#others, id).lastMs = play.startedMs;
      return;
    }
    this.#tracksSinceJingle += 1;
    this.#lastArtist = rotationArtist(play.artist, play.slug);
    this.artist(this.#lastArtist).lastMs = play.startedMs;
    this.#track(play.slug).lastMs = play.startedMs;
    this.#take(play.slug, play.choice);
  }

  /** Tracks that played since the last jingle. */
  get tracksSinceJingle(): number {
    return this.#tracksSinceJingle;
  }

  /** As rotationArtist names it; '' before the first track. */
  get lastArtist(): string {
    return this.#lastArtist;
  }

  /** The first play that is known: what was added later and is not known was never heard. */
  get reachesBackMs(): number {
    return this.#reachesBackMs;
  }

  artist(rotationArtist: string): Heard {
    return heardOf(this.#artists, rotationArtist);
  }

  pool(name: string): PoolMemory {
    let pool = this.#pools.get(name);
    if (pool === undefined) {
      pool = new Rounds((slug) => this.#track(slug));
      this.#pools.set(name, pool);
    }
    return pool;
  }

  /** When a jingle, a spot or an interlude was on air last. */
  heardMs(id: string): number {
    return this.#others.get(id)?.lastMs ?? Number.NEGATIVE_INFINITY;
  }

  /** When a track was on air last. */
  trackHeardMs(slug: string): number {
    return this.#tracks.get(slug)?.lastMs ?? Number.NEGATIVE_INFINITY;
  }

  /** By slug, which files of the same full title share. */
  #track(slug: string): Heard {
    return heardOf(this.#tracks, slug);
  }

  /** A play counts in the round of the pool it was drawn from; one from a folder is a turn on the whole stream too. */
  #take(slug: string, choice: Choice | undefined): void {
    const pool = this.pool(choice?.pool ?? '');
    if (choice) pool.round = choice.round;
    pool.seat(slug).turn = choice?.turn ?? pool.round;
    const whole = this.pool('');
    if (pool === whole) return;
    const seat = whole.seat(slug);
    seat.turn = Math.max(seat.turn, whole.round);
  }
}

class Rounds implements PoolMemory {
  round = 0;
  readonly #seats = new Map<string, Seat>();
  readonly #heard: (slug: string) => Heard;

  constructor(heard: (slug: string) => Heard) {
    this.#heard = heard;
  }

  seat(slug: string): Seat {
    let seat = this.#seats.get(slug);
    if (seat === undefined) {
      seat = { turn: Number.NEGATIVE_INFINITY, heard: this.#heard(slug) };
      this.#seats.set(slug, seat);
    }
    return seat;
  }
}

function heardOf(known: Map<string, Heard>, name: string): Heard {
  let heard = known.get(name);
  if (heard === undefined) {
    heard = { lastMs: Number.NEGATIVE_INFINITY };
    known.set(name, heard);
  }
  return heard;
}
