import { WireError } from '../wire/wire-error.ts';
import type { RateLimit } from './rate-limits.ts';

/** Counts one of each; throws `too_many_requests` with the longest wait when one limit is passed. */
export async function refuseAboveLimit(
  ...counted: readonly [limit: RateLimit, key: string][]
): Promise<void> {
  refuse(await Promise.all(counted.map(([limit, key]) => limit.take(key))));
}

/** As refuseAboveLimit, without counting: for what counts only when it fails. */
export async function refuseAtLimit(...checked: readonly [limit: RateLimit, key: string][]): Promise<void> {
  refuse(await Promise.all(checked.map(([limit, key]) => limit.check(key))));
}

function refuse(waits: readonly (number | null)[]): void {
  const longestMs = Math.max(...waits.map((wait) => wait ?? 0));
  if (longestMs > 0) throw new WireError('too_many_requests', { retryAfterSeconds: longestMs / 1000 });
}
