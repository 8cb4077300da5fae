import { WireError } from '#src/platform/wire/wire-error.ts';
import type { RateLimit } from './rate-limits.ts';

type Counted = readonly [limit: RateLimit, key: string];

/**
 * Counts one of each, in order, up to the first limit that is passed: those after it count nothing, so that a refused
 * caller uses up nothing of others [W36].
 * @throws {WireError} `too_many_requests`
 */
export async function refuseAboveLimit(...counted: readonly Counted[]): Promise<void> {
  for (const [limit, key] of counted) refuse(await limit.take(key));
}

/** As refuseAboveLimit, without counting: for what counts by how it ends. */
export async function refuseAtLimit(...checked: readonly Counted[]): Promise<void> {
  for (const [limit, key] of checked) refuse(await limit.check(key));
}

function refuse(waitMs: number | null): void {
  if (waitMs !== null) throw new WireError('too_many_requests', { retryAfterSeconds: waitMs / 1000 });
}
