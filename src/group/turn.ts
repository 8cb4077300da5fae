import { BEAT_EVERY_MS, PASS_ON_MAX_MS } from '#src/broadcast/group/keeper.wire.ts';

/** [W187] a machine on the air that has said nothing for this long, by the database's clock, may be gone */
export const MISSED_AFTER_MS = 2_000;
/**
 * [W189] how long a standby that the database comes back to waits for the machine on the air to come back as well: one
 * that was away for all is that one's first
 */
export const RETURN_FIRST_MS = 4_000;

/**
 * Whether a machine has said nothing for too long. One that was last heard of in the future is gone as well: the
 * database's clock was set back since, and whoever is there says so again at once by the new time.
 */
export function isMissed({ silentMs }: { readonly silentMs: number }): boolean {
  return Math.abs(silentMs) >= MISSED_AFTER_MS;
}

/** Whose turn it is, as the database has it. */
export interface Holder {
  readonly machine: string;
  /** Grows by one with each turn. */
  readonly epoch: number;
  /** Since it last said that it is on the air, by the database's clock; below 0 where that was set back. */
  readonly silentMs: number;
  /** It has let go of the turn itself. */
  readonly isReleased: boolean;
}

/**
 * `wait` · `take`: nobody else can be on the air · `ask`: the holder seems gone, and is asked itself before its turn is
 * taken.
 */
export type StandbyStep = 'wait' | 'take' | 'ask';

/** How a machine that is not on the air has come to what the database says. */
export interface Reached {
  /** How long it has reached the database without a break. */
  readonly forMs: number;
  /** It has seen the holder on the air since then. */
  readonly hasSeenHolder: boolean;
  /** It has stood by before: another one is on the air, whatever a database says that may be back from a copy. */
  readonly hasStoodBy: boolean;
}

/** What a machine does that is not on the air. */
export function standbyStep(holder: Holder | null, machine: string, reached: Reached): StandbyStep {
  const hasWaited = reached.hasSeenHolder || reached.forMs >= RETURN_FIRST_MS;
  if (holder === null || holder.isReleased || holder.machine === machine)
    return hasWaited || !reached.hasStoodBy ? 'take' : 'wait';
  return hasWaited && isMissed(holder) ? 'ask' : 'wait';
}

/** What another machine says of itself. */
export interface Neighbour {
  readonly machine: string;
  readonly epoch: number;
  readonly isOnAir: boolean;
}

/**
 * Whether another machine has the turn, as one that finds the lock taken sees it: by a later turn, or by one that is
 * counted anew, in a database that has lost the row of the group.
 */
export function isTakenOver(own: { machine: string; epoch: number }, holder: Holder | null): boolean {
  if (holder === null || holder.machine === own.machine) return false;
  return holder.epoch > own.epoch || !isMissed(holder);
}

/** Whether the holder itself says that it is on the air: it is cut off from the database alone. */
export function playsOn(holder: Pick<Holder, 'machine'>, heard: readonly Neighbour[]): boolean {
  return heard.some(({ machine, isOnAir }) => machine === holder.machine && isOnAir);
}

/** Whether a machine that reaches no database hears from another one that has taken over from it. */
export function hasLost(own: { machine: string; epoch: number }, heard: readonly Neighbour[]): boolean {
  return heard.some(({ machine, epoch, isOnAir }) => machine !== own.machine && isOnAir && epoch > own.epoch);
}

/**
 * Whether a machine that is started while no database answers goes on the air: it was the last one there as far as it
 * knows, and no other says that it is.
 */
export function goesOnWithoutDatabase(
  own: { machine: string; wasOnAir: boolean },
  heard: readonly Neighbour[],
): boolean {
  return own.wasOnAir && !heard.some(({ machine, isOnAir }) => machine !== own.machine && isOnAir);
}

/** The next machine looks each beat whether the turn is free, and has to have it before broadcast waits no more. */
const TAKEN_SOON_MS = 2 * BEAT_EVERY_MS;

/** Whether a turn that was asked to be passed on this long ago may still be let go of. */
export function isAwaited(askedForMs: number): boolean {
  return askedForMs < PASS_ON_MAX_MS - TAKEN_SOON_MS;
}
