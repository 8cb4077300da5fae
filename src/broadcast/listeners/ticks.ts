/** A tick is a twentieth of a second. Listeners are served in rounds of this many; each group is served at one of them. */
export const TICKS_PER_ROUND = 30;
export const TICK_MS = 50;
/** Due frames go on air at every fifth tick: a quarter of a second of audio at a time. */
export const TICKS_PER_PRODUCTION = 5;

/** While nobody listens, four productions in one: whoever joins has the due frames put on air first. */
const TICKS_PER_IDLE_PRODUCTION = 4 * TICKS_PER_PRODUCTION;

const PRODUCTIONS_PER_ROUND = TICKS_PER_ROUND / TICKS_PER_PRODUCTION;
/** The order in which ticks are opened: each lies as far as possible from those before it. */
const STEPS = [0, 2, 4, 1, 3];

/** Whether due frames go on air at this tick while somebody listens. */
export function isProductionTick(tick: number): boolean {
  return tick % TICKS_PER_PRODUCTION === 0;
}

/** Whether the timer wakes at this tick even without listeners. */
export function isIdleProductionTick(tick: number): boolean {
  return tick % TICKS_PER_IDLE_PRODUCTION === 0;
}

/**
 * The ticks of a stream's groups, in the order in which the groups are opened. Waking up costs more than a hundred
 * writes, so the first groups are served at ticks at which the timer wakes anyway.
 * @param first streams that take different ones begin at different ticks
 */
export function ticksInOpeningOrder(first: number): number[] {
  return STEPS.flatMap((step) =>
    Array.from({ length: PRODUCTIONS_PER_ROUND }, (_, order) => {
      const production = (first + order) % PRODUCTIONS_PER_ROUND;
      return production * TICKS_PER_PRODUCTION + step;
    }),
  );
}
