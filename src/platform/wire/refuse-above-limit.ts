import type { Limit, Pace } from '#src/platform/rate-limit/limit.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import { WireError } from './wire-error.ts';

/** A limit, and the key that it goes by. */
export type Counted = readonly [limit: Limit, key: string];

/**
 * Counts one of each, in order, up to the first limit that is passed: those after it count nothing, so that a
 * refused caller uses up nothing of others [W36].
 * @throws {WireError} `too_many_requests`
 */
export async function refuseAboveLimit(
  limits: LimitCounter,
  ...counted: readonly (readonly [limit: Limit | Pace, key: string])[]
): Promise<void> {
  for (const [limit, key] of counted) refuse(await limits.take(limit, key));
}

/** As refuseAboveLimit, without counting: for what counts by how it ends. */
export async function refuseAtLimit(limits: LimitCounter, ...checked: readonly Counted[]): Promise<void> {
  for (const [limit, key] of checked) refuse(await limits.check(limit, key));
}

function refuse(waitMs: number | null): void {
  if (waitMs !== null) throw new WireError('too_many_requests', { retryAfterSeconds: waitMs / 1000 });
}
