import { type Drawn, drawTrack, type Wanted } from './draw-track.ts';
import type { Pool, PoolTrack } from './pool.ts';
import { EARLY, ROOM, type RotationRules } from './pool-rests.ts';
import { isNeverHeard, mayComeEarly, type Quota, type Round, turnsOwed } from './quotas.ts';

/** What a choice is made from; the pool holds the stream's memory. */
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

/** Plays. An artist with no more than this left comes at once. */
const LEAST_LEFT = 0.25;
/** Exponent by which an artist with more turns left than even is favoured beyond their number. */
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
  /** The number that this play will have among the stream's tracks. */
  readonly #playNumber: number;

  constructor({ pool, atMs, random, rules }: ChoiceGround, quotas: readonly Quota[], round: Round) {
    this.pool = pool;
    this.rules = rules;
    this.random = random;
    this.quotas = quotas;
    this.#atMs = atMs;
    this.#playNumber = pool.memory.played + 1;
    this.round = round;
  }

  isOwed(track: PoolTrack): boolean {
    return turnsOwed(track, this.round.number) > 0;
  }

  isNeverHeard(track: PoolTrack): boolean {
    return isNeverHeard(track, this.pool.memory.reachesBackMs);
  }

  /** Returns the time since the track ended, as a share of the rest it should have. */
  rest({ seat, restMs }: PoolTrack): number {
    return (this.#atMs - seat.heard.endMs) / restMs;
  }

  hasRested(track: PoolTrack): boolean {
    return this.#atMs - track.seat.heard.endMs >= track.restMs;
  }

  /**
   * Whether it has rested and is no neighbour of its last play: what ends a round does not begin the next.
   */
  hasRoom(track: PoolTrack): boolean {
    return this.hasRested(track) && this.#roundsSince(track.seat.heard.playNumber) >= ROOM;
  }

  /** Whether it may come before its turn. */
  isEarly(track: PoolTrack): boolean {
    return (
      !this.isOwed(track) &&
      mayComeEarly(track, this.round.number) &&
      this.hasRested(track) &&
      this.#roundsSince(track.seat.heard.playNumber) >= EARLY
    );
  }

  /** Returns the time since the artist was heard, as a share of the gap it should have. */
  gap({ artist }: Quota): number {
    const { plays, restMs } = artist.gap;
    const inPlays = (this.#playNumber - artist.heard.playNumber) / plays;
    const inTime = restMs === 0 ? Number.POSITIVE_INFINITY : (this.#atMs - artist.heard.endMs) / restMs;
    return Math.min(inPlays, inTime);
  }

  isLast({ artist }: Quota): boolean {
    return artist.name === this.pool.memory.lastArtist;
  }

  /** Whether the artist may come next; the dominant one cannot avoid following on themself. */
  mayFollow(quota: Quota): boolean {
    return !this.isLast(quota) || quota.artist === this.pool.dominant;
  }

  isReady(quota: Quota): boolean {
    return this.gap(quota) >= 1 && this.mayFollow(quota);
  }

  /**
   * Returns how much it is an artist's turn: the turns left, over the time left for them once their gaps are
   * taken off. An artist who comes once a round and came early tends to come late in the next; otherwise
   * every round would have the same order.
   */
  urgency({ artist, owed }: Quota): number {
    const leftForThem = this.round.owed / this.pool.plays - (artist.gap.share * (owed - 1)) / artist.plays;
    const turns = owed / Math.max(LEAST_LEFT / this.pool.plays, leftForThem);
    const urgency = turns * (turns / artist.plays) ** PRESSURE;
    if (artist.plays >= 2) return urgency;
    return urgency * this.#mixing(artist.heard.playNumber) ** ORDER_MIXING;
  }

  draw(wanted: Wanted, weight: (quota: Quota) => number = (one) => this.urgency(one)): Drawn | null {
    const track = ({ seat }: PoolTrack) => this.#mixing(seat.heard.playNumber) ** this.pool.mixing;
    return drawTrack(this.quotas, wanted, { artist: weight, track }, this.random);
  }

  /** Favours what came late in the round before; otherwise both rounds would have much the same order. */
  #mixing(playNumber: number): number {
    return 1 / Math.min(2, Math.max(0.5, this.#roundsSince(playNumber)));
  }

  #roundsSince(playNumber: number): number {
    return (this.#playNumber - playNumber) / this.pool.plays;
  }
}
