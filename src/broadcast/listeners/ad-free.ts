import { AD_FREE_STREAMS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { AD_FREE_PURPOSE, verifyAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { followedKeyOrNull } from '#src/platform/secrets/instance-secret.ts';

/**
 * Counts the streams without adverts that each member hears: a token that is passed around serves a
 * household.
 */
export class AdFreePermits {
  readonly #taken = new Map<string, number>();

  /** Takes a permit, which is given back by disposing of it; null when the member has all of them. */
  take(userId: string): Disposable | null {
    const taken = this.#taken.get(userId) ?? 0;
    if (taken >= AD_FREE_STREAMS) return null;
    this.#taken.set(userId, taken + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#taken.get(userId) ?? 1) - 1;
        if (left > 0) this.#taken.set(userId, left);
        else this.#taken.delete(userId);
      },
    };
  }
}

/**
 * Finds the member whose token a stream's address carries, when it counts at an instant, or at this moment
 * [W57]: by the key alone, without the database; null otherwise. Without a readable key no token counts, and
 * the music goes on.
 */
export function adFreeCheck(options: {
  /** Where the instance's secret lies. */
  secret: string;
  clock: Clock;
  logger: Logger;
}): (token: string | null, atMs?: number) => string | null {
  const { clock, logger } = options;
  const loss = 'members hear adverts, as their tokens cannot be checked';
  const key = followedKeyOrNull(options.secret, AD_FREE_PURPOSE, { clock, logger, loss });
  return (token, atMs = clock.nowMs()) =>
    key === null || token === null ? null : (verifyAdFreeToken(key(), token, atMs)?.userId ?? null);
}
