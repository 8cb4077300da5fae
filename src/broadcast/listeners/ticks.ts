/**
 * Ticks in a round, each a twentieth of a second. Every listener is served once a round, at the tick of its
 * group.
 */
export const TICKS_PER_ROUND = 30;
export const TICK_MS = 50;
/** Ticks from one production to the next: a quarter of a second of audio goes on air at a time. */
export const TICKS_PER_PRODUCTION = 5;

/** Ticks between productions while nobody listens. Whoever joins has the due frames put on air first. */
const TICKS_PER_IDLE_PRODUCTION = 4 * TICKS_PER_PRODUCTION;

const PRODUCTIONS_PER_ROUND = TICKS_PER_ROUND / TICKS_PER_PRODUCTION;
/** The order in which ticks get groups: each lies as far as possible from those before it. */
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
 * Returns the ticks of a stream's groups, in the order in which the groups are opened. Waking up costs more
 * than a hundred writes, so the first groups are served at ticks at which the timer wakes anyway.
 * @param first streams with different ones begin at different ticks
 */
export function ticksInOpeningOrder(first: number): number[] {
  return STEPS.flatMap((step) =>
    Array.from({ length: PRODUCTIONS_PER_ROUND }, (_, order) => {
      const production = (first + order) % PRODUCTIONS_PER_ROUND;
      return production * TICKS_PER_PRODUCTION + step;
    }),
  );
}
