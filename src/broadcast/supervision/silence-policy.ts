/** A process that has not answered for this long will not: it is more than the database may hold it (5 s a write). */
const PATIENCE_MS = 5_000;
/** Somebody has stopped it; a moment is left to a hand at a terminal. */
const STOPPED_MAX_MS = 1_000;
/** A timer that fires this late shows that the machine cannot keep up. */
const MACHINE_LATE_MS = 250;

/** The facts about a process that answers nothing. */
export interface Silence {
  /** Since the first question that found no answer. */
  lastedMs: number;
  /** How much of that time it waited for a processor; 0 where the system does not count it. */
  waitedMs: number;
  /** The state letter of proc(5); null when it is not known. */
  state: string | null;
  /** By how much the watch itself was called too late meanwhile, at worst. */
  ownDelayMs: number;
}

/**
 * Whether a silent process is to be ended. Its patience is counted in time that it could have worked: what it waited for
 * a processor is not held against it, and where the machine is late it gets twice as much. One that waits for the disk
 * answers when the disk does, and could not be ended before.
 */
export function isLost({ lastedMs, waitedMs, state, ownDelayMs }: Silence): boolean {
  if (state === 'T') return lastedMs >= STOPPED_MAX_MS;
  if (state === 'D') return false;
  const patienceMs = ownDelayMs > MACHINE_LATE_MS ? 2 * PATIENCE_MS : PATIENCE_MS;
  return lastedMs - waitedMs >= patienceMs;
}
