import { SITE_FACTOR } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { addressKey, siteKey } from './address-key.ts';

/** Most keys, far more than one process answers at a time; the key unused longest is forgotten first. */
const KEYS_MAX = 10_000;

interface TokenBucketsOptions {
  perSecond: number;
  burst: number;
  clock: Pick<Clock, 'monotonicMs'>;
}

/** Lets each key act a number of times a second, after a burst that it has saved up for. */
export class TokenBuckets {
  readonly #options: TokenBucketsOptions;
  /** In the order in which they were last used. */
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(options: TokenBucketsOptions) {
    this.#options = options;
  }

  /** Takes one. Null when there was one, else the milliseconds until there is. */
  take(key: string): number | null {
    const nowMs = this.#options.clock.monotonicMs();
    const { tokens, atMs } = this.#buckets.get(key) ?? { tokens: this.#options.burst, atMs: nowMs };
    const saved = Math.min(this.#options.burst, tokens + ((nowMs - atMs) / 1000) * this.#options.perSecond);
    const isThere = saved >= 1;
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: isThere ? saved - 1 : saved, atMs: nowMs });
    this.#forgetOldest();
    return isThere ? null : ((1 - saved) / this.#options.perSecond) * 1000;
  }

  #forgetOldest(): void {
    if (this.#buckets.size <= KEYS_MAX) return;
    for (const key of this.#buckets.keys()) {
      this.#buckets.delete(key);
      return;
    }
  }
}

/** TokenBuckets for callers, by address and, SITE_FACTOR times as much, by the /48 of an IPv6 one [W118]. */
export class CallerBuckets {
  readonly #ofOne: TokenBuckets;
  readonly #ofSite: TokenBuckets;

  constructor(options: { perSecond: number; burst: number; clock: Pick<Clock, 'monotonicMs'> }) {
    const { perSecond, burst, clock } = options;
    this.#ofOne = new TokenBuckets({ perSecond, burst, clock });
    this.#ofSite = new TokenBuckets({
      perSecond: SITE_FACTOR * perSecond,
      burst: SITE_FACTOR * burst,
      clock,
    });
  }

  /** Takes one of the real peer's. Null when there was one, else the milliseconds until there is. */
  take(address: string): number | null {
    const waitMs = this.#ofOne.take(addressKey(address));
    const site = siteKey(address);
    return waitMs ?? (site === null ? null : this.#ofSite.take(site));
  }
}
