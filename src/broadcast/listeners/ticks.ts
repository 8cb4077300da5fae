import { ROUND_MS } from '#src/contract/limits.ts';

/** A twentieth of a second. Every listener is served once a round, at the tick of its group. */
export const TICK_MS = 50;
export const TICKS_PER_ROUND = ROUND_MS / TICK_MS;
/** Ticks after which a stream's due frames go on air at the latest, whether anybody listens or not: a second. */
export const TICKS_PER_PRODUCTION = 20;
/**
 * Ticks between two slices for those who catch up; younger sound is not put on air for the sake of one who joins.
 */
export const TICKS_PER_SLICE = 5;

const PRODUCTIONS_PER_ROUND = TICKS_PER_ROUND / TICKS_PER_PRODUCTION;
/** Has no divisor in common with the ticks of a second, so that its multiples reach each of them, far apart. */
const STRIDE = 7;

/**
 * Returns the ticks of a stream's groups, in the order in which the groups are opened. Waking up costs more
 * than ten writes, so the first groups lie a second apart: the wake of each is the stream's production too.
 * @param first streams with different ones begin at different ticks
 */
export function ticksInOpeningOrder(first: number): number[] {
  return Array.from({ length: TICKS_PER_ROUND }, (_, at) => {
    const order = first + at;
    const second = order % PRODUCTIONS_PER_ROUND;
    const within = ((first + Math.floor(at / PRODUCTIONS_PER_ROUND)) * STRIDE) % TICKS_PER_PRODUCTION;
    return second * TICKS_PER_PRODUCTION + within;
  });
}
