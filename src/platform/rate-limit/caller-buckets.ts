import { SITE_FACTOR } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { addressKey, siteKey } from './address-key.ts';
import { TokenBuckets } from './token-buckets.ts';

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
