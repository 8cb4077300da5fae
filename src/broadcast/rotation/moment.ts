import { type Drawn, drawTrack, type Wanted } from './draw-track.ts';
import type { Pool, PoolTrack } from './pool.ts';
import type { RotationRules } from './rotation-rules.ts';
import { isNeverHeard, type Round, type Standing, turnsOwed } from './turns.ts';

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
const ORDER_MIXING = 3;

/** One choice: what may be asked about tracks and artists at that instant. */
export class Moment {
  readonly pool: Pool;
  readonly rules: RotationRules;
  readonly random: () => number;
  readonly standings: readonly Standing[];
  readonly round: Round;
  readonly #atMs: number;

  constructor({ pool, atMs, random, rules }: ChoiceGround, standings: readonly Standing[], round: Round) {
    this.pool = pool;
    this.rules = rules;
    this.random = random;
    this.standings = standings;
    this.#atMs = atMs;
    this.round = round;
  }

  isOwed(track: PoolTrack): boolean {
    return turnsOwed(track, this.round.number) > 0;
  }

  isNeverHeard(track: PoolTrack): boolean {
    return isNeverHeard(track, this.pool.memory.reachesBackMs);
  }

  restedMs({ seat }: PoolTrack): number {
    return this.#atMs - seat.heard.lastMs;
  }

  /** Since the artist was heard, as a share of what they should be apart. */
  gap({ artist }: Standing): number {
    return (this.#atMs - artist.heard.lastMs) / artist.gateMs;
  }

  isLast({ artist }: Standing): boolean {
    return artist.name === this.pool.memory.lastArtist;
  }

  /** The dominant artist cannot but follow on themself. */
  mayFollow(standing: Standing): boolean {
    return !this.isLast(standing) || standing.artist === this.pool.dominant;
  }

  isReady(standing: Standing): boolean {
    return this.gap(standing) >= 1 && this.mayFollow(standing);
  }

  /**
   * How much it is an artist's turn: the turns left, by the time that is left for them once their gaps are taken off.
   * One who comes once a round rather comes late after an early turn: the order of one round would be that of the next.
   */
  urgency({ artist, owed }: Standing): number {
    const leftForThem = this.round.owed / this.pool.plays - (artist.spacing * (owed - 1)) / artist.plays;
    const urgency = owed / Math.max(LEAST_LEFT / this.pool.plays, leftForThem);
    if (artist.plays >= 2) return urgency;
    const roundsAgo = (this.#atMs - artist.heard.lastMs) / this.pool.roundMs;
    return urgency / Math.min(2, Math.max(0.5, roundsAgo)) ** ORDER_MIXING;
  }

  draw(wanted: Wanted, weight: (standing: Standing) => number = (one) => this.urgency(one)): Drawn | null {
    return drawTrack(this.standings, wanted, weight, this.random);
  }
}
