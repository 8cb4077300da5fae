/** Listeners are served in rounds of a second and a half, which have so many turns; each group is served at one. */
export const TURNS_PER_ROUND = 30;
export const TURN_MS = 50;
/** Due frames go on air at every fifth turn: a quarter of a second of audio at a time. */
export const TURNS_PER_PRODUCTION = 5;

/** While nobody listens, four productions in one: whoever joins has the due frames put on air first. */
const TURNS_PER_IDLE_PRODUCTION = 4 * TURNS_PER_PRODUCTION;

const PRODUCTIONS_PER_ROUND = TURNS_PER_ROUND / TURNS_PER_PRODUCTION;
/** The order in which turns are opened: each lies as far as possible from those before it. */
const STEPS = [0, 2, 4, 1, 3];

/** Whether due frames go on air at this turn while somebody listens. */
export function isProductionTurn(turn: number): boolean {
  return turn % TURNS_PER_PRODUCTION === 0;
}

/** Whether the timer wakes at this turn even without listeners. */
export function isIdleProductionTurn(turn: number): boolean {
  return turn % TURNS_PER_IDLE_PRODUCTION === 0;
}

/**
 * The turns of a stream's groups, in the order in which the groups are opened. Waking up costs more than a hundred
 * writes, so the first groups are served at turns at which the timer wakes anyway.
 * @param first streams that take different ones begin at different turns
 */
export function turnsInOpeningOrder(first: number): number[] {
  return STEPS.flatMap((step) =>
    Array.from({ length: PRODUCTIONS_PER_ROUND }, (_, order) => {
      const production = (first + order) % PRODUCTIONS_PER_ROUND;
      return production * TURNS_PER_PRODUCTION + step;
    }),
  );
}
