import { SITE_FACTOR } from '#src/contract/limits.ts';
import { siteKey } from './address-key.ts';
import type { Limit, Pace, PaceRule, WindowRule } from './limit.ts';

/** What a handler does with limits. */
export interface LimitCounter {
  /** Counts one. Null while that is allowed, else the milliseconds until the next one is. */
  take(limit: Limit | Pace, key: string): Promise<number | null>;
  /** As `take`, without counting. */
  check(limit: Limit, key: string): Promise<number | null>;
}

/**
 * Counts declared limits, in whatever store. What goes by an address counts by the /48 of an IPv6 one as
 * well, SITE_FACTOR times as much [W118]: whoever rents a /48 is not 65,536 callers.
 */
export class RateLimits implements LimitCounter {
  readonly #store: LimitStore;
  readonly #told = new Map<string, (key: string) => void>();

  constructor(store: LimitStore) {
    this.#store = store;
  }

  async take(limit: Limit | Pace, key: string): Promise<number | null> {
    if ('atOnce' in limit) return (await this.#store.take(limit, key)).waitMs;
    for (const [rule, counted] of countsOf(limit, key)) {
      const { waitMs, isLast } = await this.#store.take(rule, counted);
      if (isLast) this.#told.get(limit.name)?.(counted);
      if (waitMs !== null) return waitMs;
    }
    return null;
  }

  async check(limit: Limit, key: string): Promise<number | null> {
    for (const [rule, counted] of countsOf(limit, key)) {
      const waitMs = await this.#store.check(rule, counted);
      if (waitMs !== null) return waitMs;
    }
    return null;
  }

  /** `told` hears each key, or its site, that has taken its last one: once a window. */
  watch(limit: Limit, told: (key: string) => void): void {
    this.#told.set(limit.name, told);
  }
}

function countsOf(limit: Limit, key: string): (readonly [WindowRule, string])[] {
  const site = limit.of === 'address' || limit.of === 'account' ? siteOf(key) : null;
  if (site === null) return [[limit, key]];
  const { name, most, perMs } = limit;
  return [
    [limit, key],
    [{ name: `${name} of a site`, most: SITE_FACTOR * most, perMs }, site],
  ];
}

/** The key of the caller's site; an account's mailbox stays in front of it. */
function siteOf(key: string): string | null {
  const at = key.lastIndexOf(' ') + 1;
  const site = siteKey(key.slice(at));
  return site === null ? null : key.slice(0, at) + site;
}

/** Where limits are counted: in this process, or in one place for several. */
export interface LimitStore {
  /** Counts one of `key` by a rule; the rule's name says of which. */
  take(rule: WindowRule | PaceRule, key: string): Promise<Taken>;
  /** Begins the window of `key` anew, with one counted. */
  renew(rule: WindowRule, key: string): Promise<void>;
  /** Milliseconds until the next one is allowed, null when it is now; counts nothing. */
  check(rule: WindowRule, key: string): Promise<number | null>;
}

export interface Taken {
  /**
   * Null when it was allowed, else the milliseconds until the next one is. What is refused counts nothing.
   */
  readonly waitMs: number | null;
  /** It was the last one that its window allows. */
  readonly isLast: boolean;
}
