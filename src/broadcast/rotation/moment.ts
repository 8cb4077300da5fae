import { type Drawn, drawTrack, type Wanted } from './draw-track.ts';
import type { Pool, PoolTrack } from './pool.ts';
import { EARLY, ROOM } from './pool-rests.ts';
import type { RotationRules } from './rotation-rules.ts';
import { isNeverHeard, mayComeEarly, type Quota, type Round, turnsOwed } from './turns.ts';

/** The data for a choice; the pool holds the stream's memory. */
export interface ChoiceGround {
  pool: Pool;
  /** When the track will begin, milliseconds since the Unix epoch. */
  atMs: number;
  /** From 0 to below 1. */
  random: () => number;
  /** Ids of what cannot be played at the moment. */
  resting: ReadonlySet<string>;
  rules: RotationRules;
}

/** Plays; when so little or less is left for an artist they come at once. */
const LEAST_LEFT = 0.25;
/** An artist with more turns left than are even comes more surely than by their number alone. */
const PRESSURE = 0.5;
const ORDER_MIXING = 3;

/** One choice: what may be asked about tracks and artists at that instant. */
export class Moment {
  readonly pool: Pool;
  readonly rules: RotationRules;
  readonly random: () => number;
  readonly quotas: readonly Quota[];
  readonly round: Round;
  readonly #atMs: number;
  /** Which of the stream's tracks this one will be. */
  readonly #place: number;

  constructor({ pool, atMs, random, rules }: ChoiceGround, quotas: readonly Quota[], round: Round) {
    this.pool = pool;
    this.rules = rules;
    this.random = random;
    this.quotas = quotas;
    this.#atMs = atMs;
    this.#place = pool.memory.played + 1;
    this.round = round;
  }

  isOwed(track: PoolTrack): boolean {
    return turnsOwed(track, this.round.number) > 0;
  }

  isNeverHeard(track: PoolTrack): boolean {
    return isNeverHeard(track, this.pool.memory.reachesBackMs);
  }

  /** Since the end of the track, as a share of what it should rest. */
  rest({ seat, restMs }: PoolTrack): number {
    return (this.#atMs - seat.heard.endMs) / restMs;
  }

  hasRested(track: PoolTrack): boolean {
    return this.#atMs - track.seat.heard.endMs >= track.restMs;
  }

  /** Rested, and no neighbour of its last play: what ends a round does not begin the next. */
  hasRoom(track: PoolTrack): boolean {
    return this.hasRested(track) && this.#roundsSince(track.seat.heard.place) >= ROOM;
  }

  /** Whether it may come before its turn. */
  isEarly(track: PoolTrack): boolean {
    return (
      !this.isOwed(track) &&
      mayComeEarly(track, this.round.number) &&
      this.hasRested(track) &&
      this.#roundsSince(track.seat.heard.place) >= EARLY
    );
  }

  /** Since the artist was heard, as a share of what they should be apart. */
  gap({ artist }: Quota): number {
    const { plays, restMs } = artist.gap;
    const inPlays = (this.#place - artist.heard.place) / plays;
    const inTime = restMs === 0 ? Number.POSITIVE_INFINITY : (this.#atMs - artist.heard.endMs) / restMs;
    return Math.min(inPlays, inTime);
  }

  isLast({ artist }: Quota): boolean {
    return artist.name === this.pool.memory.lastArtist;
  }

  /** The dominant artist cannot but follow on themself. */
  mayFollow(quota: Quota): boolean {
    return !this.isLast(quota) || quota.artist === this.pool.dominant;
  }

  isReady(quota: Quota): boolean {
    return this.gap(quota) >= 1 && this.mayFollow(quota);
  }

  /**
   * How much it is an artist's turn: the turns left, by the time that is left for them once their gaps are taken off.
   * One who comes once a round rather comes late after an early turn: the order of one round would be that of the next.
   */
  urgency({ artist, owed }: Quota): number {
    const leftForThem = this.round.owed / this.pool.plays - (artist.gap.share * (owed - 1)) / artist.plays;
    const turns = owed / Math.max(LEAST_LEFT / this.pool.plays, leftForThem);
    const urgency = turns * (turns / artist.plays) ** PRESSURE;
    if (artist.plays >= 2) return urgency;
    return urgency * this.#mixing(artist.heard.place) ** ORDER_MIXING;
  }

  draw(wanted: Wanted, weight: (quota: Quota) => number = (one) => this.urgency(one)): Drawn | null {
    const track = ({ seat }: PoolTrack) => this.#mixing(seat.heard.place) ** this.pool.mixing;
    return drawTrack(this.quotas, wanted, { artist: weight, track }, this.random);
  }

  /** What came early in the round before rather comes late in this one, else the order of both would be much the same. */
  #mixing(place: number): number {
    return 1 / Math.min(2, Math.max(0.5, this.#roundsSince(place)));
  }

  #roundsSince(place: number): number {
    return (this.#place - place) / this.pool.plays;
  }
}
