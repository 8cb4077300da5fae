/**
 * Every stream's frames lie on one grid counted from the Unix epoch: frame n begins at n × 1152/44100 s, which is
 * n × 1280/49 ms. Numbers and instants therefore mean the same before and after a restart, and on every stream.
 */

/** Returns the milliseconds since the Unix epoch at which the frame begins, with fractions. */
export function frameInstant(frame: number): number {
  return (frame * 1280) / 49;
}

/** Tolerance in frames: today's instants have a resolution of a quarter of a microsecond, 1e-5 frames. */
const ROUNDING = 1e-4;

/** Returns the frame that holds the instant. */
export function frameHolding(instantMs: number): number {
  return Math.floor((instantMs * 49) / 1280 + ROUNDING);
}

/**
 * Returns the first whole millisecond that the frame holds: how an instant is written in the journal and on
 * the wire.
 */
export function wholeFrameInstant(frame: number): number {
  return Math.ceil(frameInstant(frame) - 0.001);
}

/** Returns how many frames begin within this many milliseconds, rounded to the nearest. */
export function framesIn(durationMs: number): number {
  return Math.round((durationMs * 49) / 1280);
}
