import { SITE_FACTOR } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { addressKey, siteKey } from './address-key.ts';
import type { RateLimit, RateLimits, RateRule } from './rate-limits.ts';
import { TokenBuckets } from './token-buckets.ts';

/**
 * A limit for callers, by address and, SITE_FACTOR times as much, by the /48 of an IPv6 one [W118]: whoever rents a /48
 * is not 65,536 callers. A key is the addressKey of the real peer, alone or after something else and a space.
 */
export function limitOfCallers(
  limits: RateLimits,
  rule: RateRule,
  onReached?: (key: string) => void,
): RateLimit {
  const ofOne = limits.limit(rule, onReached);
  const ofSite = limits.limit({ ...rule, most: SITE_FACTOR * rule.most }, onReached);
  const both = async (key: string, count: 'take' | 'check') => {
    const waitMs = await ofOne[count](key);
    const site = siteOf(key);
    return waitMs ?? (site === null ? null : ofSite[count](site));
  };
  return { take: (key) => both(key, 'take'), check: (key) => both(key, 'check') };
}

function siteOf(key: string): string | null {
  const at = key.lastIndexOf(' ') + 1;
  const site = siteKey(key.slice(at));
  return site === null ? null : key.slice(0, at) + site;
}

/** TokenBuckets for callers, by address and by /48 likewise. */
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
