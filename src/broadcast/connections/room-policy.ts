import type { AddressHoldings, Connection, Holder } from './address-holdings.ts';
import type { Descriptors } from './descriptors.ts';

/** Rounds of the sweep after which an idle connection may be closed: long enough for a head that is under way. */
const IDLE_ROUNDS = 2;
/** [W266] Rounds for which an address that floods is turned away. */
export const FLOOD_ROUNDS = 10;

interface RoomPolicyOptions {
  descriptors: Descriptors;
  holdings: AddressHoldings;
  /** The one holder without a limit. */
  unlimited: Holder;
  /** Closes a connection and takes it off the holdings. */
  close: (connection: Connection) => void;
}

/** Decides which connections give way, when an address is past its share or descriptors are short. */
export class RoomPolicy {
  readonly #options: RoomPolicyOptions;
  /** The rounds in which addresses have flooded, by their keys: they may hold nothing any more. */
  readonly #floods = new Map<string, number>();
  #round = 0;

  constructor(options: RoomPolicyOptions) {
    this.#options = options;
  }

  /** Counts the sweeps. */
  get round(): number {
    return this.#round;
  }

  /** Whether an address is turned away at present. */
  get turnsAway(): boolean {
    return this.#floods.size > 0;
  }

  /** Begins a new round: addresses whose share has become smaller come back to it. */
  sweep(): void {
    this.#round += 1;
    for (const [key, round] of this.#floods)
      if (this.#round - round >= FLOOD_ROUNDS) this.#floods.delete(key);
    for (const holder of this.#options.holdings.holders) this.isWithinShare(holder);
  }

  /**
   * Whether a connection may open. It is turned away unread only when descriptors are short, when its address is past
   * its share and had a request refused just now, or when it floods.
   */
  mayOpen(holder: Holder): boolean {
    if (this.#floods.has(holder.key)) return false;
    const isFull = this.#options.descriptors.free < 0;
    const isPastShare = (isFull || holder.refusedIn === this.#round) && this.#excess(holder) >= 0;
    return !isPastShare && (!isFull || this.makeRoom(holder));
  }

  /**
   * Turns an address away for a while, and closes its idle connections at once: each may have as much to be read
   * waiting, which takes the time of the streams.
   */
  turnAway(holder: Holder): void {
    this.#floods.set(holder.key, this.#round);
    for (const idle of holder.idle) this.#options.close(idle);
  }

  /** Closes idle connections of the address until it is within its share; false when that is not enough. */
  isWithinShare(holder: Holder): boolean {
    while (this.#excess(holder) > 0) {
      const idle = this.#oldestIdle(holder);
      if (idle === null) return false;
      this.#options.close(idle);
    }
    return true;
  }

  /**
   * Closes an idle connection of the address that holds most, else any connection of an address past its
   * share. False when no connection can be closed.
   */
  makeRoom(newcomer: Holder | null): boolean {
    let victim: Connection | null = null;
    let most = 0;
    for (const holder of this.#options.holdings.holders) {
      if (holder.descriptors <= most) continue;
      const idle = this.#oldestIdle(holder);
      if (idle) [victim, most] = [idle, holder.descriptors];
    }
    for (const holder of victim ? [] : this.#options.holdings.holders) {
      if (holder === newcomer || holder.descriptors <= most || this.#excess(holder) <= 0) continue;
      victim = [...holder.connections].at(-1) ?? victim;
      most = holder.descriptors;
    }
    if (victim) this.#options.close(victim);
    return victim !== null;
  }

  #excess(holder: Holder): number {
    return holder === this.#options.unlimited
      ? Number.NEGATIVE_INFINITY
      : this.#options.holdings.excess(holder, this.#options.descriptors.free);
  }

  #oldestIdle(holder: Holder): Connection | null {
    const [oldest] = holder.idle;
    return oldest && this.#round - oldest.idleSince >= IDLE_ROUNDS ? oldest : null;
  }
}
