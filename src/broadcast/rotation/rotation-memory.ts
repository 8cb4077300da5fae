import type { Choice } from './choice.wire.ts';
import { rotationArtist } from './rotation-artist.ts';

/** A play as the journal has it. */
export interface Play {
  kind: string;
  id: string;
  artist: string;
  slug: string;
  startedMs: number;
  durationMs: number;
  choice?: Choice | undefined;
  /** What members heard in the break of a spot. */
  advert?: { at: number; bonus: readonly { id: string }[] } | undefined;
}

/** The piece that a break followed; milliseconds since the Unix epoch. */
export interface BeforeBreak {
  fromMs: number;
  untilMs: number;
  /** When it would have ended, had its file not ended early. */
  plannedMs: number;
}

/** When something was on air last; -Infinity: never, as far as is known. */
export interface Heard {
  /** Its first instant and the one after its last, milliseconds since the Unix epoch. */
  lastMs: number;
  endMs: number;
  /** The number of that play among the stream's tracks, counted from where memory begins. */
  playNumber: number;
}

/** How far the rounds of a pool have got with a track. */
export interface Seat {
  /** The round up to which it has had its plays; -Infinity: none yet. */
  paidTo: number;
  heard: Heard;
}

/** The plays drawn from one pool: the whole stream ('') or a folder of it. */
export interface PoolMemory {
  round: number;
  /** @param id a recording of the track: one that was renamed keeps its seat */
  seat(slug: string, id?: string): Seat;
}

/** One stream's memory of its plays: fed from the journal at the start, then by playout itself. */
export class RotationMemory {
  readonly #tracks = new Map<string, Heard>();
  readonly #artists = new Map<string, Heard>();
  /** Jingles, spots and what members heard instead of them, by media id. */
  readonly #others = new Map<string, Heard>();
  readonly #pools = new Map<string, Rounds>();
  /** The slug that a recording was last played under. */
  readonly #slugs = new Map<string, string>();
  #tracksSinceJingle = 0;
  #lastArtist = '';
  #inRow = 0;
  #piece: { fromMs: number; plannedMs: number } | null = null;
  #beforeBreak: BeforeBreak | null = null;
  #played = 0;
  #reachesBackMs = Number.POSITIVE_INFINITY;

  /** Call it for plays in the order in which they began. */
  remember(play: Play): void {
    this.#reachesBackMs = Math.min(this.#reachesBackMs, play.startedMs);
    if (play.kind === 'jingle') this.#tracksSinceJingle = 0;
    this.#rememberBreak(play);
    if (play.kind !== 'track') {
      for (const { id } of [play, ...(play.advert?.bonus ?? [])]) this.#hear(heardOf(this.#others, id), play);
      return;
    }
    this.#tracksSinceJingle += 1;
    this.#played += 1;
    const artist = rotationArtist(play.artist, play.slug);
    this.#inRow = artist === this.#lastArtist ? this.#inRow + 1 : 1;
    this.#lastArtist = artist;
    this.#hear(this.artist(artist), play);
    this.#hear(this.#track(play.slug), play);
    this.#take(play.slug, play.choice);
    this.#slugs.set(play.id, play.slug);
  }

  /** Tracks that played since the last jingle. */
  get tracksSinceJingle(): number {
    return this.#tracksSinceJingle;
  }

  /** As rotationArtist names it; '' before the first track. */
  get lastArtist(): string {
    return this.#lastArtist;
  }

  /** Null before the first break. */
  get beforeBreak(): BeforeBreak | null {
    return this.#beforeBreak;
  }

  /** Tracks of `lastArtist` that have just followed each other. */
  get inRow(): number {
    return this.#inRow;
  }

  /** Tracks that have played since memory begins. */
  get played(): number {
    return this.#played;
  }

  /** The first known play. A track that was added later and has no known play was never heard. */
  get reachesBackMs(): number {
    return this.#reachesBackMs;
  }

  artist(rotationArtist: string): Heard {
    return heardOf(this.#artists, rotationArtist);
  }

  pool(name: string): PoolMemory {
    let pool = this.#pools.get(name);
    if (pool === undefined) {
      pool = new Rounds((slug, former) => this.#track(slug, former), this.#slugs);
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

  #rememberBreak({ kind, startedMs, durationMs, advert }: Play): void {
    if (kind === 'track' || kind === 'jingle')
      this.#piece = { fromMs: startedMs, plannedMs: startedMs + durationMs };
    if (advert?.at === 0 && this.#piece) this.#beforeBreak = { ...this.#piece, untilMs: startedMs };
  }

  #hear(heard: Heard, { startedMs, durationMs }: Play): void {
    heard.lastMs = startedMs;
    heard.endMs = startedMs + durationMs;
    heard.playNumber = this.#played;
  }

  /** Finds a track by its slug, which files of the same full title share. */
  #track(slug: string, former?: string): Heard {
    const before = former === undefined ? undefined : this.#tracks.get(former);
    if (before !== undefined && !this.#tracks.has(slug)) this.#tracks.set(slug, { ...before });
    return heardOf(this.#tracks, slug);
  }

  /**
   * Counts a play in the round of the pool it was drawn from. A play from a folder counts on the whole
   * stream, too. Rounds and turns never fall: what a clock that was ahead has dated later than all is of a round that
   * is over, and would be played again and again until the others were back in it.
   */
  #take(slug: string, choice: Choice | undefined): void {
    const pool = this.pool(choice?.pool ?? '');
    if (choice) pool.round = Math.max(pool.round, choice.round);
    const own = pool.seat(slug);
    own.paidTo = Math.max(own.paidTo, choice?.turn ?? choice?.round ?? pool.round);
    const whole = this.pool('');
    if (pool === whole) return;
    const seat = whole.seat(slug);
    seat.paidTo = Math.max(seat.paidTo, whole.round);
  }
}

class Rounds implements PoolMemory {
  round = 0;
  readonly #seats = new Map<string, Seat>();
  readonly #heard: (slug: string, former?: string) => Heard;
  readonly #slugs: ReadonlyMap<string, string>;

  constructor(heard: (slug: string, former?: string) => Heard, slugs: ReadonlyMap<string, string>) {
    this.#heard = heard;
    this.#slugs = slugs;
  }

  seat(slug: string, id?: string): Seat {
    let seat = this.#seats.get(slug);
    if (seat === undefined) {
      const former = id === undefined ? undefined : this.#slugs.get(id);
      const paidTo = this.#seats.get(former ?? '')?.paidTo ?? Number.NEGATIVE_INFINITY;
      seat = { paidTo, heard: this.#heard(slug, former) };
      this.#seats.set(slug, seat);
    }
    return seat;
  }
}

function heardOf(known: Map<string, Heard>, name: string): Heard {
  let heard = known.get(name);
  if (heard === undefined) {
    heard = {
      lastMs: Number.NEGATIVE_INFINITY,
      endMs: Number.NEGATIVE_INFINITY,
      playNumber: Number.NEGATIVE_INFINITY,
    };
    known.set(name, heard);
  }
  return heard;
}
