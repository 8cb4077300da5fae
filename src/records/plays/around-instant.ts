/** How many plays are shown on either side of the one on air [W29], unless somebody asks for fewer. */
export const PLAYS_A_SIDE = 5;
/** Longer than any break between two tracks: farther away nothing answers "what was that?" [W29]. */
export const BREAK_MAX_MS = 15 * 60_000;

export interface TimedPlay {
  readonly started_ms: number;
  readonly duration_ms: number;
}

/** Whether a play sounds at an instant; the next one may have cut it short. */
export function isOnAir({ started_ms, duration_ms }: TimedPlay, instantMs: number): boolean {
  return started_ms <= instantMs && instantMs < started_ms + duration_ms;
}

/**
 * The plays around an instant in time order: the one on air and up to five on either side. `before` are the last ones
 * begun at the instant or earlier, newest first; `after` the first ones begun later, oldest first. In a break between two
 * tracks nothing is on air; where the stream was silent there is nothing at all.
 */
export function aroundInstant<Play extends TimedPlay>(
  before: readonly Play[],
  after: readonly Play[],
  instantMs: number,
): { play: Play; onAir: boolean }[] {
  const [latest] = before;
  const [next] = after;
  const sounding = latest !== undefined && isOnAir(latest, instantMs);
  const quietSinceMs =
    latest === undefined ? Number.POSITIVE_INFINITY : instantMs - (latest.started_ms + latest.duration_ms);
  const quietForMs = next === undefined ? Number.POSITIVE_INFINITY : next.started_ms - instantMs;
  if (!sounding && Math.min(quietSinceMs, quietForMs) > BREAK_MAX_MS) return [];
  const earlier = before.slice(0, sounding ? PLAYS_A_SIDE + 1 : PLAYS_A_SIDE).reverse();
  return [...earlier, ...after.slice(0, PLAYS_A_SIDE)].map((play) => ({
    play,
    onAir: sounding && play === latest,
  }));
}
