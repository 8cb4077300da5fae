import { RateLimiterMemory } from 'rate-limiter-flexible';

/** So many in a window that begins with the first one. */
export interface RateRule {
  most: number;
  perMs: number;
}

/** Counts by key: an address, an account, both. */
export interface RateLimit {
  /** Counts one. Null while that is allowed, else the milliseconds until the next one is. */
  take(key: string): Promise<number | null>;
  /** As `take`, without counting. */
  check(key: string): Promise<number | null>;
}

/** Makes limits that count in one place. `name` keeps their keys apart. */
export interface RateLimits {
  limit(name: string, rule: RateRule): RateLimit;
}

/** Limits of this process alone: each of several web processes counts for itself. */
export function createMemoryRateLimits(): RateLimits {
  return {
    limit(name, { most, perMs }) {
      const limiter = new RateLimiterMemory({ keyPrefix: name, points: most, duration: perMs / 1000 });
      return {
        async take(key) {
          const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
          return consumedPoints > most ? msBeforeNext : null;
        },
        async check(key) {
          const counted = await limiter.get(key);
          return counted !== null && counted.consumedPoints >= most && counted.msBeforeNext > 0
            ? counted.msBeforeNext
            : null;
        },
      };
    },
  };
}
